package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// The list of runs, as somebody who watches a team sees it.
@TestInstance(Lifecycle.PER_CLASS)
class RunListTest {

    private static final int MANY = 5_000;

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        host.in(folder);
        host.flow(
                "ship",
                "{'id':'ship','name':'Ship','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate','config':{'title':'Ship it?'}}],'edges':[]}");
        host.flow(
                "echo",
                "{'id':'echo','name':'Echo','version':'1','nodes':[{'id':'say','typeId':'core.identity'}],'edges':[]}");
        host.flow(
                "parent",
                "{'id':'parent','name':'Parent','version':'1','nodes':[{'id':'hand','typeId':'core.subWorkflow','config':{'workflowId':'ship','waitForCompletion':true}}],'edges':[]}");
        host.serve();
    }

    private static Locator row(Page page, String run) {
        return page.locator(".cols.item[data-run='" + run + "']");
    }

    private static List<String> lists(Page page) {
        List<String> asked = new CopyOnWriteArrayList<>();
        page.onRequest(request -> {
            if (request.url().contains("/v1/runs?")) {
                asked.add(request.url());
            }
        });
        return asked;
    }

    @Test
    void aRunThatMovesOnChangesItsRowAndNothingIsFetchedAgain() throws Exception {
        Page page = host.window();
        List<String> asked = lists(page);
        host.at(page, "/ui/runs");
        assertThat(page.locator("h1")).hasText("Runs");
        String run = host.start("ship");
        assertThat(row(page, run)).containsText("waiting-approval");
        assertThat(row(page, run)).containsText("a decision at gate");
        host.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(row(page, run)).containsText("completed");
        assertThat(row(page, run)).containsText("run.completed");
        assertThat(asked).as("the list, once").hasSize(1);
    }

    @Test
    void childRunsAreFoldedUnderTheirParentWhichSaysWhomItWaitsFor() throws Exception {
        Page page = host.at("/ui/runs");
        String run = host.start("parent");
        assertThat(row(page, run)).containsText("its child run");
        assertThat(row(page, run).locator(".badge.runs")).hasText("running");
        assertThat(row(page, run).locator(".badge.runs").boundingBox().height)
                .as("a state is a label of one line")
                .isLessThan(40);
        assertThat(page.locator(".title.child")).hasCount(0);
        row(page, run).getByRole(AriaRole.BUTTON).click();
        assertThat(page.locator(".title.child")).hasCount(1);
        assertThat(page.locator(".cols.item:has(.title.child)")).containsText("waiting-approval");
        String child = page.locator(".cols.item:has(.title.child)").getAttribute("data-run");
        host.post("/v1/runs/" + child + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(page.locator(".cols.item:has(.title.child)")).containsText("completed");
        assertThat(row(page, run)).containsText("completed");
    }

    @Test
    void filtersLiveInTheAddressAndFollowWhatChanges() throws Exception {
        String run = host.start("ship");
        host.until(run, "waiting-approval");
        Page page = host.at("/ui/runs?status=waiting-approval%2Cwaiting-input%2Cwaiting-external&q=shi");
        assertThat(row(page, run)).isVisible();
        assertThat(page.getByLabel("State")).hasValue("waiting-approval,waiting-input,waiting-external");
        host.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'reject'}}");
        assertThat(row(page, run)).hasCount(0);
        page.getByLabel("State").selectOption("");
        page.getByPlaceholder("workflow or run id").fill("no such run");
        assertThat(page.getByText("No run is here.")).isVisible();
        assertThat(page.url()).endsWith("/ui/runs?q=no+such+run");
    }

    @Test
    void thousandsOfRunsStayQuickToLookAt() throws Exception {
        String run = host.start("echo");
        host.until(run, "completed");
        ManyRuns.copy(host.data(), run, MANY);
        Page page = host.window();
        List<String> asked = lists(page);
        host.at(page, "/ui/runs?q=echo");
        Locator rows = page.locator(".cols.item");
        assertThat(rows.first()).containsText("completed");
        assertThat(asked).as("one page at first").hasSizeLessThanOrEqualTo(2);
        int before = rows.count();
        for (int i = 0; i < 200 && asked.size() < 8; i++) {
            page.evaluate("document.querySelector('#list').scrollTop = 1e9");
            page.waitForTimeout(100);
        }
        assertThat(((Number) page.evaluate("document.querySelector('#list').scrollTop")).intValue())
                .as("pixels that were scrolled")
                .isGreaterThan(20_000);
        assertThat(rows.count()).as("rows in sight, however many there are").isLessThanOrEqualTo(before + 30);
        assertThat((Integer) page.evaluate("document.querySelectorAll('*').length"))
                .isLessThan(1_500);
        assertThat(asked.size())
                .as("a page for every hundred rows that were scrolled to")
                .isBetween(8, 10);
    }

    @Test
    void theListIsReachedAndOpenedByKeyboard() throws Exception {
        String run = host.start("echo");
        Page page = host.at("/ui/runs");
        assertThat(row(page, run)).isVisible();
        page.getByPlaceholder("workflow or run id").focus();
        String reached = "";
        for (int i = 0; i < 40 && !reached.endsWith(run); i++) {
            page.keyboard().press("Tab");
            reached = String.valueOf(page.evaluate("document.activeElement.href ?? ''"));
        }
        assertThat(reached).endsWith("/ui/run/" + run);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1").first()).containsText("echo");
    }

    @Test
    void aScreenReaderHearsATableOfRunsAndHowManyThereAre() throws Exception {
        String run = host.start("parent");
        Page page = host.at("/ui/runs?q=parent");
        Locator table = page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Runs"));
        assertThat(table.getByRole(AriaRole.COLUMNHEADER))
                .hasText(new String[] {"Workflow", "State", "Waits for", "Last event", "Started", "Changed"});
        Locator row = table.getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHas(page.locator("a[href='/ui/run/" + run + "']")));
        assertThat(row.getByRole(AriaRole.CELL)).hasCount(6);
        assertThat(row).hasAttribute("aria-rowindex", "2");
        assertThat(table)
                .hasAttribute(
                        "aria-rowcount",
                        String.valueOf(page.locator("#list [role=row]").count()));
        page.getByPlaceholder("workflow or run id").fill("no such run");
        assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Runs")))
                .containsText("No run is here.");
        assertThat(table).hasCount(0);
    }

    @Test
    void theListHasNoBarrier() throws Exception {
        host.start("parent");
        host.haveNoBarrier(List.of("/ui/runs", "/ui/runs?q=nothing-like-this"), "main h1");
    }
}

package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// The list of runs, as somebody who watches a team sees it.
@TestInstance(Lifecycle.PER_CLASS)
class RunListTest {

    private static final int MANY = 5_000;

    @TempDir
    static Path folder;

    private ServedPages pages;

    @BeforeAll
    void open() throws Exception {
        Map<String, String> flows = new LinkedHashMap<>();
        flows.put(
                "ship",
                "{'id':'ship','name':'Ship','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate','config':{'title':'Ship it?'}}],'edges':[]}");
        flows.put(
                "echo",
                "{'id':'echo','name':'Echo','version':'1','nodes':[{'id':'say','typeId':'core.identity'}],'edges':[]}");
        flows.put(
                "parent",
                "{'id':'parent','name':'Parent','version':'1','nodes':[{'id':'hand','typeId':'core.subWorkflow','config':{'workflowId':'ship','waitForCompletion':true}}],'edges':[]}");
        pages = ServedPages.open(folder, flows);
    }

    @AfterAll
    void close() {
        if (pages != null) {
            pages.close();
        }
    }

    @AfterEach
    void theBrowserComplainedOfNothing() {
        assertThat(pages.chromium.complaints).isEmpty();
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
        Page page = pages.chromium.window();
        List<String> asked = lists(page);
        pages.at(page, "/ui/runs");
        assertThat(page.locator("h1")).hasText("Runs");
        String run = pages.start("ship");
        assertThat(row(page, run)).containsText("waiting-approval");
        assertThat(row(page, run)).containsText("a decision at gate");
        pages.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(row(page, run)).containsText("completed");
        assertThat(row(page, run)).containsText("run.completed");
        assertThat(asked).as("the list, once").hasSize(1);
    }

    @Test
    void childRunsAreFoldedUnderTheirParentWhichSaysWhomItWaitsFor() throws Exception {
        Page page = pages.at("/ui/runs");
        String run = pages.start("parent");
        assertThat(row(page, run)).containsText("its child run");
        assertThat(page.locator(".title.child")).hasCount(0);
        row(page, run).getByRole(AriaRole.BUTTON).click();
        assertThat(page.locator(".title.child")).hasCount(1);
        assertThat(page.locator(".cols.item:has(.title.child)")).containsText("waiting-approval");
        String child = page.locator(".cols.item:has(.title.child)").getAttribute("data-run");
        pages.post("/v1/runs/" + child + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(page.locator(".cols.item:has(.title.child)")).containsText("completed");
        assertThat(row(page, run)).containsText("completed");
    }

    @Test
    void filtersLiveInTheAddressAndFollowWhatChanges() throws Exception {
        String run = pages.start("ship");
        pages.until(run, "waiting-approval");
        Page page = pages.at("/ui/runs?status=waiting-approval%2Cwaiting-input%2Cwaiting-external&q=shi");
        assertThat(row(page, run)).isVisible();
        assertThat(page.getByLabel("State")).hasValue("waiting-approval,waiting-input,waiting-external");
        pages.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'reject'}}");
        assertThat(row(page, run)).hasCount(0);
        page.getByLabel("State").selectOption("");
        page.getByPlaceholder("workflow or run id").fill("no such run");
        assertThat(page.getByText("No run is here.")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*/ui/runs\\?q=no\\+such\\+run$"));
    }

    @Test
    void thousandsOfRunsStayQuickToLookAt() throws Exception {
        String run = pages.start("echo");
        pages.until(run, "completed");
        ManyRuns.copy(pages.data(), run, MANY);
        Page page = pages.chromium.window();
        List<String> asked = lists(page);
        pages.at(page, "/ui/runs?q=echo");
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
        String run = pages.start("echo");
        Page page = pages.at("/ui/runs");
        // A row that still changes would lose the focus.
        assertThat(row(page, run)).containsText("completed");
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
    void theListHasNoBarrier() throws Exception {
        pages.start("parent");
        pages.haveNoBarrier(List.of("/ui/runs", "/ui/runs?q=nothing-like-this"));
    }
}

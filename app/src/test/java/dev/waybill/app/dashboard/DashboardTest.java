package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a person sees and does on the dashboard, from its first page on.
@TestInstance(Lifecycle.PER_CLASS)
class DashboardTest {

    private static final String WHO = "{'name':'who','type':'string','defaultValue':'Ada'}";

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        host.in(folder)
                .flow(
                        "ship",
                        node("build", "core.noop", "") + ","
                                + node("gate", "core.approvalGate", "'title':'Ship it?','actions':['accept','reject']"),
                        edge("build", "gate"),
                        WHO)
                .flow("echo", node("say", "core.identity", ""), "", WHO)
                .flow(
                        "hostile",
                        node(
                                "gate",
                                "core.approvalGate",
                                "'title':'<img src=x onerror=alert(1)><script>alert(2)</script>[x](javascript:alert(3))','actions':['accept']"),
                        "",
                        "")
                .serve();
    }

    @Test
    void theFirstPageListsTheRuns() throws Exception {
        host.start("echo");
        Page page = host.at("/");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Runs")))
                .isVisible();
        assertThat(page.locator(".cols.item").first()).containsText("completed");
        page.getByPlaceholder("workflow or run id").fill("no such run");
        assertThat(page.getByText("No run is here.")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*\\?q=no\\+such\\+run$"));
    }

    @Test
    void anApprovalThatIsAnsweredOnThePageLetsTheRunComplete() throws Exception {
        Page page = host.at("/ui/run/" + host.start("ship"));
        assertThat(page.getByText("Ship it?")).isVisible();
        assertThat(page.locator("#steps .row")).hasCount(3);
        page.getByLabel("Reason (may be empty)").fill("looks good");
        page.getByLabel("Your name").fill("ada");
        button(page, "Accept").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator("#steps .row").last()).containsText("run completed");
    }

    @Test
    void theInboxHoldsWhatWaitsAndForgetsWhatWasAnswered() throws Exception {
        String run = host.start("ship");
        Page page = host.at("/ui/inbox");
        Locator mine = page.locator(
                "section.ask", new Page.LocatorOptions().setHas(page.locator("a[href='/ui/run/" + run + "']")));
        mine.getByLabel("Your name").fill("ada");
        mine.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Reject"))
                .click();
        // What was answered here stays until the page is left.
        assertThat(mine).hasClass(Pattern.compile("done"));
        page.reload();
        assertThat(page.locator("h1")).isVisible();
        assertThat(mine).hasCount(0);
    }

    @Test
    void whatAgentsWriteStaysText() throws Exception {
        Page page = host.at("/ui/run/" + host.start("hostile"));
        assertThat(page.locator("section.ask")).containsText("<img src=x onerror=alert(1)>");
        assertThat(page.locator("section.ask img, section.ask script, section.ask a"))
                .hasCount(0);
    }

    @Test
    void aWorkflowIsStartedFromItsForm() {
        Page page = host.at("/ui/workflows");
        page.getByText("echo").first().click();
        page.getByLabel("who").fill("Grace");
        button(page, "Start").click();
        assertThat(page.locator("h1")).containsText("echo");
        page.locator("#steps .row").first().click();
        assertThat(page.locator("#detail")).containsText("Grace");
    }

    @Test
    void anAddressThatNamesNothingSaysSo() {
        Page page = host.at("/ui/nonsense");
        assertThat(page.locator("h1")).hasText("Nothing here");
        host.at(page, "/ui/run/run_01ARZ3NDEKTSV4RRFFQ69G5FAV");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("run_01ARZ3NDEKTSV4RRFFQ69G5FAV");
    }

    @Test
    void noPageHasASeriousBarrier() throws Exception {
        String run = host.finished("ship", "{}", "waiting-approval");
        host.haveNoBarrier(List.of("/ui/run/" + run, "/ui/compare", "/ui/sign-in"), "main h1");
    }
}

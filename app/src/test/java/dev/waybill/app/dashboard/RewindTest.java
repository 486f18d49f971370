package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.line;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
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

/// Going back to a step and trying it differently, and seeing what became of it.
@TestInstance(Lifecycle.PER_CLASS)
class RewindTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        host.in(folder)
                .file(
                        "config.json",
                        "{'agents':{'models':{'mock':{'models':{'mock':{'price':{'input':1000,'output':1000}}},'program':{"
                                + "'speak':[{'content':'Parcels travel.','inputTokens':12,'outputTokens':8}]}}}}}")
                .flow(
                        "talk",
                        node("begin", "core.noop", "") + ","
                                + "{'id':'speak','typeId':'core.ai.chatCompletion','inputs':{'prompt':{'type':'static','value':'Say it.'}}},"
                                + "{'id':'greet','typeId':'core.identity','inputs':{'whom':{'type':'variable','variableName':'who'}}}",
                        edge("begin", "speak") + "," + edge("speak", "greet"),
                        "{'name':'who','type':'string','defaultValue':'Ada'}")
                .serve();
    }

    private Page at(String run, String step) {
        Page page = host.at("/ui/run/" + run);
        line(page, step).locator(".row").click();
        return page;
    }

    @Test
    void beforeARetryThePageSaysWhatIsRepeatedAndWhatItCost() throws Exception {
        String run = host.finished("talk", "{}", "completed");
        Page page = at(run, "speak");
        button(page, "Retry from here …").click();
        Locator cost = page.locator("dialog .cost");
        assertThat(cost).containsText("2 steps will run again, for real.");
        assertThat(cost).containsText("1 model call, 20 tokens, $0.02");
        // One click has done nothing yet.
        assertThat(host.get("/v1/runs?sourceRunId=" + run)).contains("\"runs\":[]");
        button(page, "Leave it").click();
        assertThat(page.locator("dialog")).hasCount(0);
        button(page, "Retry from here …").click();
        button(page, "Retry").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator("#top")).containsText("A branch of");
        assertThat(page.url()).doesNotContain(run);
    }

    @Test
    void aForkWithAnEditedValueBranchesAndItsDifferencesAreTold() throws Exception {
        String run = host.finished("talk", "{'who':'Ada'}", "completed");
        Page page = at(run, "greet");
        button(page, "Fork here …").click();
        page.locator("dialog textarea[name=value-who]").fill("\"Grace\"");
        assertThat(page.locator("dialog .cost")).containsText("1 step will run again");
        button(page, "Branch").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator("#top")).containsText("A branch of");
        page.getByText("Compare with its source").click();
        assertThat(page.locator(".verdict h2").first()).containsText("They part at event");
        assertThat(page.locator("#parting")).containsText("First divergence");
        assertThat(page.locator("#parting th").nth(1)).hasText("Expected");
        assertThat(page.locator("#parting th").nth(2)).hasText("Actual");
        Locator who =
                page.locator("#state tr", new Page.LocatorOptions().setHasText(Pattern.compile("Variables\\s*who")));
        assertThat(who.locator("td").nth(1)).hasText("Ada");
        assertThat(who.locator("td").nth(2)).hasText("Grace");
        Locator output =
                page.locator("#state tr", new Page.LocatorOptions().setHasText(Pattern.compile("Outputs\\s*greet")));
        assertThat(output.locator("td").nth(2)).containsText("Grace");
        assertThat(page.locator(".side")).hasCount(2);
        page.locator("#sides .pairs").last().click();
        assertThat(page.locator("#parting h2")).containsText("Divergence: event");
    }

    @Test
    void aReplayIsNamedApartCostsNothingAndIsTheSame() throws Exception {
        String run = host.finished("talk", "{}", "completed");
        Page page = at(run, "begin");
        button(page, "Fork here …").click();
        page.getByRole(AriaRole.RADIO, new Page.GetByRoleOptions().setName(Pattern.compile("^Replay")))
                .check();
        assertThat(page.locator("dialog .cost")).containsText("repeated from the record. It costs nothing.");
        assertThat(page.locator("dialog textarea")).hasCount(0);
        button(page, "Replay it").click();
        assertThat(page.locator("#top")).containsText("A replay of");
        assertThat(page.locator("h1 .badge")).hasText("completed");
        page.getByText("Compare with its source").click();
        assertThat(page.locator(".verdict")).containsText("No event differs.");
    }

    @Test
    void aValueThatIsNoJsonIsRefusedBeforeAnythingHappens() throws Exception {
        String run = host.finished("talk", "{}", "completed");
        Page page = at(run, "greet");
        button(page, "Fork here …").click();
        page.locator("dialog textarea[name=value-who]").fill("Grace");
        button(page, "Branch").click();
        assertThat(page.locator("dialog [role=alert]")).containsText("who: this is not JSON");
        assertThat(host.get("/v1/runs?sourceRunId=" + run)).contains("\"runs\":[]");
    }

    @Test
    void theDialogAndTheComparisonHaveNoBarrierAndFitAPhone() throws Exception {
        String run = host.finished("talk", "{}", "completed");
        String branch = DashboardHost.run(host.send(
                "POST",
                "/v1/runs/" + run + ":fork",
                "{'mode':'branch','fromSeq':1,'runOptionsOverlay':{'variables':{'who':'Grace'}}}"));
        host.until(branch, "completed");
        host.hasNoBarrier("/ui/compare/" + run + "/" + branch, "#sides .pairs");
        Page page = host.at(
                host.window(new Browser.NewContextOptions()
                        .setViewportSize(390, 844)
                        .setBypassCSP(true)),
                "/ui/run/" + run);
        line(page, "greet").locator(".row").click();
        button(page, "Fork here …").click();
        assertThat(page.locator("dialog .cost")).containsText("will run again");
        assertThat(Axe.serious(page)).as("the dialog").isEqualTo(List.of());
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        host.at(page, "/ui/compare/" + run + "/" + branch);
        assertThat(page.locator("#parting")).isVisible();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
    }
}

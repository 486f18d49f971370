package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.app.Main;
import dev.waybill.app.agent.Served;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.testkit.browser.Chromium;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// What a person sees and does on the dashboard: one browser, one server, a story for each test.
@TestInstance(Lifecycle.PER_CLASS)
class DashboardTest {

    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String NODE = "{'id':'%s','typeId':'%s','config':{%s}}";

    @TempDir
    static Path folder;

    private Chromium chromium;
    private Served served;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    void open() throws Exception {
        chromium = Chromium.open();
        flow(
                "ship",
                NODE.formatted("build", "core.noop", "") + ","
                        + NODE.formatted(
                                "gate", "core.approvalGate", "'title':'Ship it?','actions':['accept','reject']"),
                "{'id':'e','sourceNodeId':'build','targetNodeId':'gate'}");
        flow("echo", NODE.formatted("say", "core.identity", ""), "");
        flow(
                "broken",
                NODE.formatted("fine", "core.noop", "") + ","
                        + NODE.formatted(
                                "fails", "core.fail", "'code':'no_paper','message':'The printer has no paper.'"),
                "{'id':'e','sourceNodeId':'fine','targetNodeId':'fails'}");
        flow(
                "hostile",
                NODE.formatted(
                        "gate",
                        "core.approvalGate",
                        "'title':'<img src=x onerror=alert(1)><script>alert(2)</script>[x](javascript:alert(3))','actions':['accept']"),
                "");
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        served = Served.ready(
                Spawned.start(
                        folder,
                        variables,
                        new LinkedHashMap<>(),
                        Main.class,
                        "serve",
                        "--port",
                        "0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--workflows",
                        folder.resolve("flows").toString()),
                "");
    }

    private static void flow(String id, String nodes, String edges) throws IOException {
        Files.createDirectories(folder.resolve("flows"));
        String text =
                "{'id':'%s','name':'%s','version':'1','nodes':[%s],'edges':[%s],'variables':[{'name':'who','type':'string','defaultValue':'Ada'}]}"
                        .formatted(id, id, nodes, edges);
        Files.writeString(folder.resolve("flows").resolve(id + ".json"), text.replace('\'', '"'));
    }

    @AfterAll
    void close() throws Exception {
        if (served != null) {
            served.close();
        }
        if (chromium != null) {
            chromium.close();
        }
        http.close();
    }

    @AfterEach
    void theBrowserComplainedOfNothing() {
        assertThat(chromium.complaints).isEmpty();
    }

    private String start(String workflow) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"workflowId\":\"" + workflow + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Matcher run = Pattern.compile("run_[0-9A-Z]+").matcher(answer.body());
        assertThat(run.find()).as(answer.body()).isTrue();
        return run.group();
    }

    private Page at(String address) {
        Page page = chromium.window();
        page.navigate(served.url() + address);
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void theFirstPageListsTheRuns() throws Exception {
        start("echo");
        Page page = at("/");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Runs")))
                .isVisible();
        assertThat(page.locator(".cols.item").first()).containsText("completed");
        page.getByPlaceholder("workflow or run id").fill("no such run");
        assertThat(page.getByText("No run is here.")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*\\?q=no\\+such\\+run$"));
    }

    @Test
    void anApprovalThatIsAnsweredOnThePageLetsTheRunComplete() throws Exception {
        Page page = at("/ui/run/" + start("ship"));
        assertThat(page.getByText("Ship it?")).isVisible();
        assertThat(page.locator("#steps .row")).hasCount(3);
        page.getByLabel("Reason (may be empty)").fill("looks good");
        button(page, "Accept").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator("#steps .row").last()).containsText("run completed");
    }

    @Test
    void theInboxHoldsWhatWaitsAndForgetsWhatWasAnswered() throws Exception {
        String run = start("ship");
        Page page = at("/ui/inbox");
        Locator mine = page.locator(
                "section.ask", new Page.LocatorOptions().setHas(page.locator("a[href='/ui/run/" + run + "']")));
        mine.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Reject"))
                .click();
        // What was answered here stays until the page is left.
        assertThat(mine).hasClass(Pattern.compile("done"));
        page.reload();
        assertThat(page.locator("h1")).isVisible();
        assertThat(mine).hasCount(0);
    }

    @Test
    void aLinkWithATokenOpensJustThatQuestion() throws Exception {
        String run = start("ship");
        String snapshot = http.send(
                        HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs/" + run))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher token = Pattern.compile("\"interruptToken\":\"([^\"]+)\"").matcher(snapshot);
        assertThat(token.find()).as(snapshot).isTrue();
        Page page = at("/ui/question/" + token.group(1));
        button(page, "Accept").click();
        assertThat(page.getByRole(AriaRole.STATUS).first()).containsText("Your answer is recorded");
        page.reload();
        assertThat(page.locator("#page [role=status]")).isVisible();
        assertThat(button(page, "Accept")).hasCount(0);
    }

    @Test
    void aFailureIsPinnedAndItsStepOneClickAway() throws Exception {
        Page page = at("/ui/run/" + start("broken"));
        assertThat(page.locator(".pin")).containsText("The printer has no paper.");
        button(page, "Show the step that failed first").click();
        assertThat(page.locator("#detail h2").first()).containsText("fails");
        assertThat(page.locator("#steps .row[aria-current=true] .dot.bad")).hasCount(1);
    }

    @Test
    void aRunsProofIsVerifiedAndATamperedBundleIsBroken() throws Exception {
        String run = start("echo");
        Page page = at("/ui/proof/" + run);
        assertThat(page.locator(".verdict")).containsText("complete");
        byte[] bundle = http.send(
                        HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs/" + run + "/bundle"))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
        String text = new String(bundle, StandardCharsets.ISO_8859_1);
        bundle[text.indexOf("eyJ") + 40] ^= 1;
        Path tampered = Files.write(folder.resolve("tampered.zip"), bundle);
        page.navigate(served.url() + "/ui/proof");
        page.setInputFiles("input[type=file]", tampered);
        assertThat(page.locator(".verdict .badge")).hasText("Broken");
    }

    @Test
    void whatAgentsWriteStaysText() throws Exception {
        Page page = at("/ui/run/" + start("hostile"));
        assertThat(page.locator("section.ask")).containsText("<img src=x onerror=alert(1)>");
        assertThat(page.locator("section.ask img, section.ask script, section.ask a"))
                .hasCount(0);
    }

    @Test
    void aWorkflowIsStartedFromItsForm() {
        Page page = at("/ui/workflows");
        page.getByText("echo").first().click();
        page.getByLabel("who").fill("Grace");
        button(page, "Start").click();
        assertThat(page.locator("h1")).containsText("echo");
        page.locator("#steps .row").first().click();
        assertThat(page.locator("#detail")).containsText("Grace");
    }

    @Test
    void everythingCanBeReachedByKeyboard() throws Exception {
        Page page = at("/ui/run/" + start("echo"));
        assertThat(page.locator("#steps .row").last()).containsText("run completed");
        page.locator("#steps .row").first().focus();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("#detail h2").first()).containsText("say");
    }

    @Test
    void aPhoneShowsNoSidewaysScroll() throws Exception {
        start("echo");
        Page page = chromium.window(new Browser.NewContextOptions().setViewportSize(390, 844));
        for (String address : List.of(
                "/ui/runs",
                "/ui/inbox",
                "/ui/run/" + start("ship"),
                "/ui/proof",
                "/ui/workflows",
                "/ui/system",
                "/ui/compare")) {
            page.navigate(served.url() + address);
            assertThat(page.locator("h1")).isVisible();
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .as(address)
                    .isEqualTo(true);
        }
    }

    @Test
    void noPageHasASeriousBarrier() throws Exception {
        String run = start("ship");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            // The judge is a script of its own, which our pages would not load.
            Page page = chromium.window(
                    new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true));
            for (String address : List.of(
                    "/ui/runs",
                    "/ui/inbox",
                    "/ui/run/" + run,
                    "/ui/proof/" + run,
                    "/ui/proof",
                    "/ui/compare",
                    "/ui/workflows",
                    "/ui/agents",
                    "/ui/system")) {
                page.navigate(served.url() + address);
                assertThat(page.locator("h1")).isVisible();
                page.evaluate(resource(AXE));
                Object found = page.evaluate(
                        "axe.run().then(it => it.violations.filter(v => ['serious','critical'].includes(v.impact)).map(v => v.id + ': ' + v.nodes[0].html))");
                assertThat(found).as(address + " " + scheme).isEqualTo(List.of());
            }
        }
    }

    private static String resource(String path) throws IOException {
        try (InputStream in = Objects.requireNonNull(DashboardTest.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

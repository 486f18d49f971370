package dev.waybill.app.dashboard;

import static dev.waybill.app.dashboard.SessionAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.app.Main;
import dev.waybill.app.agent.Served;
import dev.waybill.app.dashboard.SessionAgent.At;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.testkit.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A browser, a `waybill serve` with guided workflows, and an agent over its MCP.
final class SessionHouse implements AutoCloseable {

    static final String REVIEW = "mr-review-workflow";
    static final String ROWS = "#places .row";

    private static final String PLAIN = """
            {'id':'plain','name':'A plain flow','description':'Says nothing of outputs.','version':'1.0.0','steps':[
            {'id':'look','title':'Look around','prompt':'Look at everything in {{ticketId}}.','requireConfirmation':true},
            {'id':'judge','title':'Judge it','prompt':'Say why.',
             'validationCriteria':{'type':'contains','value':'because','message':'say why you think so'}}]}""";

    private static final String ROUNDS = """
            {'id':'rounds','name':'Rounds','description':'One step, many times','version':'1.0.0','steps':[
             {'id':'rounds','type':'loop','title':'Rounds','loop':{'type':'for','count':'rounds','maxIterations':1000},
              'body':[{'id':'look','title':'Look','prompt':'Look at part {{currentIteration}}.'}]}]}""";

    static final String TRIAGE = """
            {'kind':'mr_review.phase_0_triage',
             'review':{'mrTitle':'fix(di): explicitly wire MCP description provider','classification':'Standard',
              'focusAreas':['tool contract correctness','DI wiring','agent usability']},
             'revisionLogEntry':'Triage completed; created review session and established focus areas.',
             'notesMarkdown':'## Triage\\n\\nA **Standard** change. Look at:\\n\\n- `tool-descriptions.ts`\\n- the DI wiring'}""";

    static final String FILES = """
            {'kind':'mr_review.changed_files','revisionLogEntry':'Read both files and their callers.','changedFiles':[
              {'path':'src/mcp/tool-description-provider.ts',
               'summary':'Remove debug log; ensure provider wiring is explicit','risk':'L'},
              {'path':'src/di/container.ts','summary':'Wire description provider','risk':'L'},
              {'path':'src/di/container.ts','summary':'Wire description provider in composition root','risk':'M'}]}""";

    static final String FINDINGS = """
            {'kind':'mr_review.findings','findings':[
              {'severity':'Minor','location':{'file':'src/di/container.ts','line':12},
               'title':'The provider is made twice','rationale':'Each call of the factory makes one.'},
              {'severity':'Major','location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Tool description drift: mentions completedSteps but tool uses state/event',
               'rationale':'Agents will send the wrong shape and fail the tool boundary contract.',
               'suggestion':'Update authoritative and standard descriptions to match the current schema.'}],
             'mrComments':[
              {'location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Fix workflow_next tool description drift',
               'body':'The description references completedSteps, but the tool input schema now expects state + optional event.'}]}""";

    final Chromium chromium;
    final Served served;
    final SessionAgent agent;
    private final HttpClient http = HttpClient.newHttpClient();

    private SessionHouse(Chromium chromium, Served served) {
        this.chromium = chromium;
        this.served = served;
        this.agent = new SessionAgent(http, served);
    }

    static SessionHouse open(Path folder) throws IOException, InterruptedException {
        Chromium chromium = Chromium.open();
        Path flows = Files.createDirectories(folder.resolve("flows"));
        Files.writeString(flows.resolve("plain.json"), PLAIN.replace('\'', '"'));
        Files.writeString(flows.resolve("rounds.json"), ROUNDS.replace('\'', '"'));
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        Served served = Served.ready(
                Spawned.start(
                        folder,
                        variables,
                        new LinkedHashMap<>(),
                        Main.class,
                        "serve",
                        "--structured",
                        "--port",
                        "0",
                        "--data",
                        folder.resolve("data").toString(),
                        "--workflows",
                        flows.toString()),
                "");
        return new SessionHouse(chromium, served);
    }

    @Override
    public void close() {
        served.close();
        chromium.close();
        http.close();
    }

    Page at(String address) {
        return at(chromium.window(), address);
    }

    Page at(Page page, String address) {
        page.navigate(served.url() + address);
        return page;
    }

    Page phone() {
        return chromium.window(new Browser.NewContextOptions().setViewportSize(390, 844));
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    static Locator tab(Page page, String name) {
        return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name));
    }

    static Locator section(Page page, String name) {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName(name))
                .first();
    }

    static Object hasNoSidewaysScroll(Page page) {
        return page.evaluate("document.documentElement.scrollWidth <= innerWidth");
    }

    /// The appendix of the contract, sent step by step.
    At reviewed(String session) throws IOException, InterruptedException {
        At at = agent.start(REVIEW, json("{'ticketId':'" + session + "','complexity':'Standard'}"));
        for (String output : List.of(TRIAGE, FILES, FINDINGS)) {
            at = agent.bring(at, json(output));
            assertThat(at.isBlocked()).as(at.told().toString()).isFalse();
        }
        return at;
    }

    /// What a script gets.
    String body(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(served.url() + path))
                        .header("Accept", "application/json")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}

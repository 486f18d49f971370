package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.line;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a person finds out about one step.
@TestInstance(Lifecycle.PER_CLASS)
class RunStepTest {

    private static final String SPEAKS =
            "{'id':'speak','typeId':'core.ai.chatCompletion','inputs':{'prompt':{'type':'static','value':'Say it.'}}}";

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    private HeldModel model;

    @BeforeAll
    void open() throws Exception {
        model = new HeldModel();
        String models =
                "{'agents':{'packs':['PACK'],'models':{'mock':{'models':{'mock':{'classes':['general'],'price':{'input':1000,'output':1000}}},'program':{"
                        + "'speak':[{'content':'Parcels travel with <b>paper</b>.','inputTokens':12,'outputTokens':8}],"
                        + "'classify':[{'content':{'category':'refund','urgent':true,'confidence':0.55}}]}},"
                        + "'held':{'wire':'openai-chat','url':'" + model.url() + "','models':['m']}}}}";
        Path pack = DashboardHost.examples().resolve("support-triage").resolve("pack");
        host.in(folder)
                .example("review")
                .file("config.json", models.replace("PACK", pack.toString()))
                .flow(
                        "triage",
                        "{'id':'classify','typeId':'core.agents.run',"
                                + "'agent':{'agentId':'local.examples.support-triage.classifier'},"
                                + "'inputs':{'message':{'type':'static','value':'You charged me twice.'}}}",
                        "",
                        "")
                .flow("talk", SPEAKS, "", "")
                .flow(
                        "secret",
                        SPEAKS.replace("'type':'static','value':'Say it.'", "'type':'variable','variableName':'pin'"),
                        "",
                        "{'name':'pin','type':'string','sensitive':true,'defaultValue':'4711'}")
                .flow(
                        "slow",
                        node("gate", "core.approvalGate", "'title':'Speak?','actions':['accept']") + ","
                                + SPEAKS.replace(
                                        "'id':'speak'", "'id':'slow','config':{'provider':'held','model':'m'}"),
                        edge("gate", "slow"),
                        "")
                .flow(
                        "doubt",
                        node(
                                        "planner",
                                        "core.orchestrator.supervisor",
                                        "'rules':[{'then':{'kind':'terminate','reason':'perhaps','confidence':0.6}}]")
                                + "," + node("desk", "core.dispatch", "'confidenceFloor':0.8"),
                        edge("planner", "desk") + "," + edge("desk", "planner"),
                        "")
                .flow(
                        "files",
                        "{'id':'look','typeId':'waybill.workspace.read','config':{'path':'notes/plan.md'}},"
                                + "{'id':'know','typeId':'core.identity','config':{'memoryAction':'write-then-read'}}",
                        edge("look", "know"),
                        "{'name':'who','type':'string','defaultValue':'Ada'}")
                .flow(
                        "given",
                        "{'id':'greet','typeId':'core.identity','inputs':{'whom':{'type':'variable','variableName':'who'}}}",
                        "",
                        "{'name':'who','type':'string','defaultValue':'Ada'}")
                .serve();
    }

    @AfterAll
    void close() {
        if (model != null) {
            model.close();
        }
    }

    private Page step(String run, String name) {
        Page page = host.at("/ui/run/" + run);
        line(page, name).first().locator(".row").click();
        return page;
    }

    private static Locator part(Page page, String heading) {
        return page.locator(
                "#detail section",
                new Page.LocatorOptions()
                        .setHas(page.locator(
                                "h3", new Page.LocatorOptions().setHasText(Pattern.compile("^" + heading + "$")))));
    }

    @Test
    void itShowsWhatItTookInAndGaveBack() throws Exception {
        Page page = step(host.finished("given", "{'who':'Grace'}", "completed"), "greet");
        assertThat(part(page, "Took in")).containsText("\"whom\": \"Grace\"");
        assertThat(part(page, "Gave back")).containsText("\"whom\": \"Grace\"");
    }

    @Test
    void itsModelCallHasMessagesUsageAndCostAsText() throws Exception {
        Page page = step(host.finished("talk", "{}", "completed"), "speak");
        Locator call = part(page, "Model call");
        assertThat(call).containsText("12 tokens in · 8 out · $0.02");
        assertThat(call.locator(".said.user")).containsText("Say it.");
        assertThat(call.locator(".said.answer")).containsText("Parcels travel with <b>paper</b>.");
        assertThat(call.locator("b")).hasCount(0);
    }

    @Test
    void aRunThatHandlesSecretsShowsNoWordsOfItsModels() throws Exception {
        String run = host.finished("secret", "{}", "completed");
        Page page = step(run, "speak");
        assertThat(part(page, "Model call")).containsText("handles something sensitive");
        assertThat(page.locator("#detail .said")).hasCount(0);
        assertThat(host.get("/v1/host/waybill/runs/" + run + "/steps/speak"))
                .contains("\"withheld\":true")
                .doesNotContain("4711", "messages");
    }

    @Test
    void whatAModelSaysIsSeenWhileItSaysIt() throws Exception {
        Page page = host.at("/ui/run/" + host.start("slow", "{}"));
        page.getByLabel("Your name").fill("ada");
        button(page, "Accept").click();
        // The page has heard of the step, so it hears what follows.
        line(page, "slow").locator(".row").click();
        model.says("one two ");
        model.says("three ");
        Locator says = page.locator("#detail .live");
        assertThat(says).containsText("one two three");
        assertThat(line(page, "slow").locator(".says")).containsText("three");
        assertThat(page.locator("h1 .badge")).not().hasText("completed");
        model.says("four");
        model.ends();
        // In the end there is one text, and it is what was recorded.
        assertThat(part(page, "Model call")).containsText("one two three four");
        assertThat(says).hasCount(0);
    }

    @Test
    void aDecisionShowsItsConfidenceAndTheFloor() throws Exception {
        Page page = step(host.finished("doubt", "{}", "waiting-approval"), "planner");
        Locator decision = part(page, "Decision");
        assertThat(decision).containsText("terminate");
        assertThat(decision).containsText("perhaps");
        assertThat(decision).containsText("0.6");
        assertThat(decision).containsText("floor 0.8");
        assertThat(decision).containsText("below the floor");
    }

    @Test
    void aDecisionIsAcceptedAsSomebodyEditedIt() throws Exception {
        String run = host.finished("doubt", "{}", "waiting-approval");
        Page page = host.at("/ui/run/" + run);
        page.getByText("Change it before it is accepted").click();
        page.getByLabel("As it should be").fill("{\"kind\":\"terminate\",\"reason\":\"certainly\",\"confidence\":1}");
        page.getByLabel("Your name").fill("ada");
        button(page, "Accept as edited").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(host.get("/v1/runs/" + run + "/events?streamMode=debug")).contains("\"reason\":\"certainly\"");
    }

    @Test
    void whatAnAgentIsNotSureOfIsAnsweredByAButton() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("triage", "{}", "waiting-approval"));
        assertThat(page.locator("section.ask .asked"))
                .hasText("local.examples.support-triage.classifier is not sure (0.55, wanted 0.75)");
        page.getByLabel("Your name").fill("ada");
        button(page, "Accept").click();
        assertThat(page.locator("h1 .badge")).hasText("completed");
        line(page, "classify").locator(".row").click();
        assertThat(part(page, "Gave back")).containsText("refund");
    }

    @Test
    void aVerdictSaysWhoJudgedAndByWhat() throws Exception {
        Page page = step(host.finished("report", "{'topic':'Parcels'}", "completed"), "desk");
        Locator verdicts = part(page, "Verdicts");
        assertThat(verdicts).containsText("revise by local.critic on sourced");
        assertThat(verdicts).containsText("pass by local.critic");
    }

    @Test
    void memoryAndFilesAreShownAsTheStepSawThem() throws Exception {
        String file = "/v1/host/workspace/files/notes%2Fplan.md";
        String entry = "/v1/host/waybill/memory/notes/home";
        host.send("PUT", file, "{'content':'the first plan'}");
        host.send("PUT", entry, "{'content':'lives in Basel'}");
        String run = host.finished("files", "{}", "completed");
        host.send("PUT", file, "{'content':'another plan'}");
        host.send("PUT", entry, "{'content':'lives in Bern'}");
        Page page = step(run, "look");
        Locator seen = part(page, "As it saw the world");
        seen.getByText("Memory").click();
        assertThat(seen).containsText("lives in Basel");
        assertThat(seen).not().containsText("Bern");
        seen.getByText("Workspace").click();
        seen.getByText("notes/plan.md").click();
        assertThat(seen.locator("pre")).hasText("the first plan");
    }

    @Test
    void itsReceiptNamesWhoSignedAndHolds() throws Exception {
        String run = host.finished("given", "{}", "completed");
        Page page = step(run, "greet");
        Locator receipt = part(page, "Receipt");
        assertThat(receipt.locator(".badge")).hasText("signature holds");
        receipt.locator("summary").click();
        String told = host.get("/v1/host/waybill/runs/" + run + "/steps/greet");
        for (String name : new String[] {"kid", "issuer", "ref"}) {
            var value = Pattern.compile("\"receipts\":.*\"" + name + "\":\"([^\"]+)\"")
                    .matcher(told);
            assertThat(value.find()).as(told).isTrue();
            assertThat(receipt).containsText(value.group(1));
        }
    }
}

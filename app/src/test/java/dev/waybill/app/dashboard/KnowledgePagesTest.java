package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.app.agent.Served;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a host can show and prove: evidence, proofs, definitions, and itself.
@TestInstance(Lifecycle.PER_CLASS)
class KnowledgePagesTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    private String run = "";

    @BeforeAll
    void open() throws Exception {
        host.in(folder);
        host.flow(
                "fan",
                "{'id':'fan','name':'Fan out','version':'1','variables':[{'name':'copies','type':'number','required':true},{'name':'urgent','type':'boolean'}],"
                        + "'nodes':[{'id':'begin','typeId':'core.noop'},{'id':'left','typeId':'core.noop'},{'id':'right','typeId':'core.noop'},{'id':'join','typeId':'core.noop'}],"
                        + "'edges':[{'id':'a','sourceNodeId':'begin','targetNodeId':'left'},{'id':'b','sourceNodeId':'begin','targetNodeId':'right'},{'id':'c','sourceNodeId':'left','targetNodeId':'join'},{'id':'d','sourceNodeId':'right','targetNodeId':'join'}]}");
        host.flow(
                "echo",
                "{'id':'echo','name':'Echo','version':'1','nodes':[{'id':'say','typeId':'core.identity'}],'edges':[]}");
        host.serve();
        run = host.start("echo");
        host.until(run, "completed");
    }

    @Test
    void theQuestionWhichPolicyWasActiveIsAnsweredWithItsPathAndGaps() {
        Page page = host.at("/ui/evidence");
        page.getByLabel("Task or run").fill(run);
        DashboardHost.button(page, "Ask").click();
        assertThat(page.getByLabel("Answer").first()).containsText("UNKNOWN");
        assertThat(page.getByLabel("Gaps")).containsText("POLICY_NOT_STATED");
        assertThat(page.url()).contains("/ui/evidence/policy-at?about=" + run);
        page.reload();
        assertThat(page.getByLabel("Gaps")).containsText("POLICY_NOT_STATED");
    }

    @Test
    void aTextThatCouldMeanSeveralRecordsLetsOneChoose() {
        Page page = host.at("/ui/evidence/why?about=" + run);
        page.locator(".verdict button.plain").first().click();
        assertThat(page.locator(".verdict")).not().containsText("AMBIGUOUS");
        assertThat(page.locator("tbody tr").first()).isVisible();
    }

    @Test
    void whetherTheReferencesHoldIsOneClick() {
        Page page = host.at("/ui/evidence/dag");
        assertThat(page.getByLabel("Answer").first()).containsText("references lead to a record");
    }

    @Test
    void aProofSaysInWordsWhatHoldsWhoSignedAndWhatOthersHold() {
        Page page = host.at("/ui/proof/" + run);
        assertThat(page.getByLabel("Verdict")).containsText("Verified");
        assertThat(page.getByLabel("Verdict")).containsText("Nothing is missing.");
        assertThat(page.getByText("Who signed")).isVisible();
        assertThat(page.getByText("it was not anchored")).isVisible();
        assertThat(page.locator("#receipts .row")).hasCount(2);
        assertThat(page.locator("#receipts")).containsText("say");
        assertThat(page.getByText("Download the bundle")).hasAttribute("href", "/v1/runs/" + run + "/bundle");
    }

    @Test
    void aProofWhoseKeysThisHostHasNotSaysSoOnceAndCallsNothingValid() throws Exception {
        try (Served other = host.servedWithOtherKeys()) {
            Page page = host.window();
            page.navigate(other.url() + "/ui/proof/" + run);
            assertThat(page.getByLabel("Verdict")).containsText("No signature could be checked");
            assertThat(page.locator(".pin")).hasCount(1);
            assertThat(page.locator(".pin")).containsText("no key that you gave fits");
            assertThat(page.locator(".pin")).containsText("3 times");
        }
    }

    @Test
    void aTamperedBundleThatIsDroppedIsCalledBrokenAndWhy() throws Exception {
        byte[] bundle = host.bytes("/v1/runs/" + run + "/bundle");
        bundle[new String(bundle, StandardCharsets.ISO_8859_1).indexOf("eyJ") + 40] ^= 1;
        Path tampered = Files.write(folder.resolve("tampered.zip"), bundle);
        Page page = host.at("/ui/proof");
        page.setInputFiles("input[type=file]", tampered);
        assertThat(page.getByLabel("Verdict")).containsText("Broken");
        assertThat(page.getByLabel("Verdict")).containsText("Do not rely on this");
        assertThat(page.locator(".pin").first()).containsText("Next:");
    }

    @Test
    void whatIsNoBundleIsSaidToBeNone() throws Exception {
        Page page = host.at("/ui/proof");
        page.setInputFiles("input[type=file]", Files.writeString(folder.resolve("letter.txt"), "Dear Sir"));
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("letter.txt");
    }

    @Test
    void aDefinitionIsDrawnAndItsFormKnowsTheKindsOfItsVariables() {
        Page page = host.at("/ui/workflows/fan");
        assertThat(page.locator(".drawing .box")).hasCount(4);
        assertThat(page.locator(".drawing .edge")).hasCount(4);
        DashboardHost.button(page, "Start").click();
        assertThat(page.getByLabel("copies")).isFocused();
        page.getByLabel("copies").fill("3");
        page.getByLabel("urgent").check();
        DashboardHost.button(page, "Start").click();
        assertThat(page.locator("h1").first()).containsText("fan");
    }

    @Test
    void theSystemPageShowsHealthWorkersAndQueues() {
        Page page = host.at("/ui/system");
        assertThat(page.locator(".verdict")).containsText("Ready");
        assertThat(page.locator("table").first()).containsText("serve-");
        assertThat(page.locator("table").nth(1)).containsText("model");
        assertThat(page.locator(".facts")).containsText("OpenWOP");
    }

    @Test
    void thesePagesHaveNoBarrier() throws Exception {
        host.haveNoBarrier(
                List.of(
                        "/ui/evidence/policy-at?about=" + run,
                        "/ui/proof",
                        "/ui/proof/" + run,
                        "/ui/workflows",
                        "/ui/workflows/fan",
                        "/ui/agents",
                        "/ui/system"),
                "main h1");
    }
}

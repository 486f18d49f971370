package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.SupervisedLoopTest.worked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InterruptFact;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a child brings back is told by its checksum, and taken over only when somebody says so, where the author asks.
class SubRunAttestationTest {

    private static final String SUM =
            Digest.of("{\"text\":\"hello\"}".getBytes(StandardCharsets.UTF_8)).hex();

    private static History dispatch(String plan, String config) {
        return History.of(graph().node("plan", "core.orchestrator.supervisor", "'mockDispatchPlan':[" + plan + "]")
                        .node("act", "core.dispatch", "'outputMapping':{'result':'text'}," + config)
                        .edge("plan", "act")
                        .edge("act", "plan")
                        .variables("{'name':'result','type':'string','defaultValue':''}"))
                .started();
    }

    private static History dispatch(String config) {
        return dispatch("{'kind':'next-worker','nextWorkerIds':['w']}", config);
    }

    private static History subWorkflow(String config) {
        return History.of(graph().node(
                                "act",
                                "core.subWorkflow",
                                "'workflowId':'child','outputMapping':{'result':'text'}," + config)
                        .variables("{'name':'result','type':'string','defaultValue':''}"))
                .started();
    }

    private static Optional<HandOverFact.HandOver> harvested(History history) {
        return history.log().stream()
                .map(Event::fact)
                .filter(HandOverFact.HandOver.class::isInstance)
                .map(HandOverFact.HandOver.class::cast)
                .filter(it -> it.phase() == HandOverPhase.OUTPUT_HARVESTED)
                .findFirst();
    }

    private static void merged(History history, String value) {
        assertThat(history.state().variables()).containsEntry("result", new JsonString(value));
    }

    private static History repeated(History history) {
        assertThat(history.checkedAt(0, History.decider()).replay(history).all())
                .isEqualTo(history.all());
        return history;
    }

    @Test
    void theChecksumOfWhatCameBackIsToldWithTheHarvest() {
        for (History history : List.of(
                dispatch("'outputAttestation':{'checksum':true}"),
                subWorkflow("'outputAttestation':{'checksum':true,'algorithm':'sha256'}"))) {
            repeated(worked(history));
            JsonObject attestation = harvested(history).orElseThrow().attestation();
            assertThat(attestation)
                    .isEqualTo(JsonObject.builder()
                            .put("checksum", SUM)
                            .put("algorithm", "sha256")
                            .build());
            merged(history, "hello");
            assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        }
    }

    @Test
    void withoutTheWishNothingIsAttested() {
        History history = worked(dispatch("'timeoutMs':1000"));
        assertThat(harvested(history).orElseThrow().attestation()).isNull();
    }

    @Test
    void whatHasAnotherChecksumThanItMustHaveIsNotTakenOver() {
        merged(worked(dispatch("'outputAttestation':{'checksum':'" + SUM + "'}")), "hello");
        merged(worked(dispatch("'outputAttestation':{'checksum':'sha256:" + SUM + "'}")), "hello");
        String other = "0".repeat(64);
        History history = repeated(worked(dispatch("'outputAttestation':{'checksum':'" + other + "'}")));
        assertThat(harvested(history)).isEmpty();
        merged(history, "");
        assertThat(history.state().delegation().transcript(100).toString()).contains("attestation_mismatch");
        History child = repeated(worked(subWorkflow("'outputAttestation':{'checksum':'" + other + "'}")));
        assertThat(child.error()).isEqualTo("attestation_mismatch");
        History absorbed =
                worked(subWorkflow("'onChildFailure':'absorb','outputAttestation':{'checksum':'" + other + "'}"));
        assertThat(absorbed.status()).isEqualTo(RunStatus.COMPLETED);
        merged(absorbed, "");
    }

    @Test
    void nothingIsTakenOverBeforeAPersonHasApproved() {
        String config = "'outputAttestation':{'checksum':true,'requireApproval':true,'principalScope':'money:spend'}";
        History history = worked(dispatch(config));
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        merged(history, "");
        JsonObject question = history.log().stream()
                .map(Event::fact)
                .filter(InterruptFact.InterruptRequested.class::isInstance)
                .map(it -> ((InterruptFact.InterruptRequested) it).data())
                .findFirst()
                .orElseThrow();
        assertThat(question.object("artifactData").orElseThrow().string("text")).contains("hello");
        assertThat(question.string("principalScope")).contains("money:spend");
        History rejected = history.branchedAt(history.log().size(), "{}").answered("act", "{'action':'reject'}");
        merged(rejected, "");
        assertThat(harvested(rejected)).isEmpty();
        assertThat(rejected.state().delegation().transcript(100).toString()).contains("approval_rejected");
        History edited = history.branchedAt(history.log().size(), "{}")
                .answered("act", "{'action':'edit-accept','editedArtifactData':{'text':'hi'}}");
        merged(edited, "hi");
        assertThat(harvested(edited).orElseThrow().attestation())
                .as("what the child brought is attested, not what a person made of it")
                .isEqualTo(JsonObject.builder()
                        .put("checksum", SUM)
                        .put("algorithm", "sha256")
                        .build());
        repeated(history.answered("act", "{'action':'accept'}"));
        merged(history, "hello");
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void silenceTakesNothingOver() {
        History history = worked(dispatch("'timeoutMs':1000,'outputAttestation':{'requireApproval':true}"))
                .after(Duration.ofSeconds(2));
        merged(history, "");
        assertThat(harvested(history)).isEmpty();
        History child = worked(subWorkflow("'timeoutMs':1000,'outputAttestation':{'requireApproval':true}"))
                .after(Duration.ofSeconds(2));
        assertThat(child.error()).isEqualTo("approval_timed_out");
    }

    private static void done(History history) {
        String child = ((Occupation.HandingOver) history.state().node("act").occupation())
                .handOvers().stream()
                        .filter(HandOver::isDispatching)
                        .findFirst()
                        .orElseThrow()
                        .childRunId();
        history.tell(at -> new Command.ConfirmHandOver(at, "act", child));
        history.tell(at -> new Command.Collect(
                at, "act", child, RunStatus.COMPLETED, History.json("{'text':'hello'}"), JsonObject.EMPTY, null));
    }

    @Test
    void eachChildHasAnApprovalOfItsOwn() {
        History history = dispatch(
                "{'kind':'next-worker','nextWorkerIds':['a','b']}",
                "'fanOutPolicy':'parallel','outputAttestation':{'requireApproval':true}");
        done(history);
        assertThat(history.status()).as("the other one is still at work").isEqualTo(RunStatus.RUNNING);
        done(history);
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        assertThat(history.state().interrupts()).hasSize(2);
        history.answered("act:1:merge:0", "{'action':'reject'}");
        assertThat(history.status()).isEqualTo(RunStatus.WAITING_APPROVAL);
        repeated(history.answered("act:1:merge:1", "{'action':'accept'}"));
        assertThat(history.log().stream()
                        .filter(event -> event.fact() instanceof HandOverFact.HandOver it
                                && it.phase() == HandOverPhase.OUTPUT_HARVESTED))
                .hasSize(1);
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aVerdictThatFailsIsNotPutToAnybody() {
        History history =
                worked(dispatch("'verifier':{'mockVerdicts':['fail']},'outputAttestation':{'requireApproval':true}"));
        assertThat(history.all()).doesNotContain("interrupt.requested act");
        assertThat(harvested(history)).isEmpty();
    }
}

package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A run outlives the policy that it began under: each event states the one in force when it was emitted.
class PolicyAtEmissionTest {

    private final ModelStore store = new ModelStore();
    private final TestHost before = under("old", 7);
    private final TestHost after = under("new", 8);

    private TestHost under(String version, long seed) {
        EvidenceEnvelope inherited = EvidenceEnvelope.NONE.with(EvidenceEnvelope.POLICY_VERSION, version);
        return new TestHost(store, Notary.NONE, seed, new EnvelopePolicy(true, inherited));
    }

    private static WorkflowDefinition gate() {
        return workflow("gate", "core.approvalGate", "");
    }

    private static WorkflowDefinition workflow(String id, String type, String config) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, type, config));
    }

    private static List<Optional<String>> versions(List<Event> events) {
        return events.stream()
                .map(event -> event.envelope().text(EvidenceEnvelope.POLICY_VERSION))
                .distinct()
                .toList();
    }

    private static void answer(TestHost host, RunId run) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "n", new JsonString("accept"), "kim", false),
                new Once("answer", "once", JsonObject.EMPTY, JsonObject.EMPTY));
    }

    private RunId answeredUnderAnother() {
        RunId run = before.start(gate(), JsonObject.EMPTY);
        after.pass(Duration.ofMinutes(1));
        answer(after, run);
        after.settle();
        assertThat(Status.of(after.state(run))).isEqualTo(RunStatus.COMPLETED);
        return run;
    }

    @Test
    void whatAnotherProcessEmitsStatesThatProcessesPolicy() {
        List<Event> events = after.events(answeredUnderAnother());
        assertThat(versions(events)).containsExactly(Optional.of("old"), Optional.of("new"));
        Event answer = events.stream()
                .filter(event -> event.type().equals("approval.received"))
                .findFirst()
                .orElseThrow();
        assertThat(answer.envelope().text(EvidenceEnvelope.POLICY_VERSION)).contains("new");
    }

    @Test
    void aProcessThatKnowsOfNoPolicyStatesNone() {
        RunId run = before.start(gate(), JsonObject.EMPTY);
        TestHost unaware = new TestHost(store, Notary.NONE, 9);
        answer(unaware, run);
        unaware.settle();
        assertThat(versions(unaware.events(run))).containsExactly(Optional.of("old"), Optional.empty());
    }

    @Test
    void aChildStatesThePolicyOfWhoStartsIt() {
        WorkflowDefinition parent = workflow("parent", "core.subWorkflow", "'workflowId':'child'");
        after.knows(workflow("child", "core.noop", ""));
        RunId run = after.start(parent, JsonObject.EMPTY);
        RunId child = store.runs(RunQuery.where().parent(run).newest(9))
                .getFirst()
                .header()
                .runId();
        assertThat(versions(after.events(child))).containsExactly(Optional.of("new"));
    }

    @Test
    void aReplayShowsWhatItsSourceWasUnder() {
        RunId run = answeredUnderAnother();
        TestHost unaware = new TestHost(store, Notary.NONE, 9);
        RunId replay = unaware.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        unaware.settle();
        assertThat(Status.of(unaware.state(replay))).isEqualTo(RunStatus.COMPLETED);
        assertThat(envelopes(unaware.events(replay))).isEqualTo(envelopes(unaware.events(run)));
    }

    private static List<EvidenceEnvelope> envelopes(List<Event> events) {
        return events.stream().map(Event::envelope).toList();
    }

    @Test
    void aCallThatNamesAPolicyGoesBeforeTheProcess() {
        StartRequest request = new StartRequest(
                gate(),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                EvidenceEnvelope.NONE.with(EvidenceEnvelope.POLICY_VERSION, "the caller's"),
                null,
                null);
        RunId run = after.host.start(TestHost.ACME, request);
        assertThat(versions(after.events(run))).containsExactly(Optional.of("the caller's"));
    }
}

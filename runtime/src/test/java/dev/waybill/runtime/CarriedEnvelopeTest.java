package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a caller says of itself goes with everything that comes of its call.
class CarriedEnvelopeTest {

    private static final EvidenceEnvelope CALLER = new EvidenceEnvelope(TestHost.json(
            "{'_ewp_version':'0','_ewp_correlation_id':'corr_1','_ewp_task_id':'task_1','_ewp_origin':'agentmesh/x',"
                    + "'_ewp_parent_ids':['agentmesh:evt_000008'],'_ewp_future':1e-07}"));

    private final TestHost host = new TestHost(new ModelStore());

    private static WorkflowDefinition workflow(String id, String type, String config) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, type, config));
    }

    private RunId start(WorkflowDefinition definition) {
        RunId run = host.host.start(
                TestHost.ACME,
                new StartRequest(definition, JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, CALLER, null, null));
        host.settle();
        return run;
    }

    private static List<JsonObject> envelopes(List<Event> events) {
        return events.stream().map(event -> event.envelope().members()).toList();
    }

    @Test
    void everyEventCarriesItAndTheFirstNamesWhatItDependsOn() {
        List<JsonObject> envelopes = envelopes(host.events(start(workflow("w", "core.noop", ""))));
        assertThat(envelopes).allSatisfy(envelope -> {
            assertThat(envelope.string("_ewp_correlation_id")).contains("corr_1");
            assertThat(envelope.string("_ewp_task_id")).contains("task_1");
            assertThat(envelope.string("_ewp_origin")).contains("waybill/engine");
            assertThat(String.valueOf(envelope.get("_ewp_future"))).contains("1e-07");
        });
        assertThat(envelopes.getFirst().array("_ewp_parent_ids").orElseThrow().toString())
                .contains("agentmesh:evt_000008");
        assertThat(envelopes.subList(1, envelopes.size())).noneMatch(envelope -> envelope.has("_ewp_parent_ids"));
    }

    @Test
    void aChildDependsOnTheEventThatHandedOver() {
        host.knows(workflow("child", "core.noop", ""));
        RunId run = start(workflow("w", "core.subWorkflow", "'workflowId':'child'"));
        RunId child = host.store
                .runs(RunQuery.where().parent(run).newest(9))
                .getFirst()
                .header()
                .runId();
        JsonObject first = envelopes(host.events(child)).getFirst();
        assertThat(first.string("_ewp_task_id")).contains("task_1");
        assertThat(first.array("_ewp_parent_ids").orElseThrow().toString())
                .isEqualTo("[\"waybill:" + run + "/"
                        + host.events(child).getFirst().causationId() + "\"]");
    }

    @Test
    void aReplayCarriesTheSame() {
        host.knows(workflow("child", "core.noop", ""));
        RunId run = start(workflow("w", "core.subWorkflow", "'workflowId':'child'"));
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        host.pass(Duration.ofSeconds(1));
        assertThat(Status.of(host.state(replay))).isEqualTo(RunStatus.COMPLETED);
        assertThat(envelopes(host.events(replay))).isEqualTo(envelopes(host.events(run)));
    }

    @Test
    void itCanBeSwitchedOff() {
        EnvelopePolicy off = new EnvelopePolicy(false, CALLER);
        HostSettings settings = new HostSettings(
                "test",
                ReceiptPolicy.OFF,
                ClaimScope.ALL,
                Duration.ofSeconds(10),
                ActivityLimits.DEFAULT,
                "1",
                off,
                FamilyLimits.DEFAULT,
                TenantLimits.NONE,
                Deliveries.NONE,
                CommitWatch.NONE);
        JsonObject options = settings.envelope().into(JsonObject.EMPTY, CALLER);
        assertThat(options.toString()).isEqualTo("{\"envelope\":false}");
    }

    @Test
    void whatTheHostWasStartedWithFillsWhatACallLeavesOpen() {
        EnvelopePolicy policy = new EnvelopePolicy(true, CALLER);
        EvidenceEnvelope call = EvidenceEnvelope.NONE.with(EvidenceEnvelope.TASK_ID, "task_2");
        assertThat(policy.of(call).text(EvidenceEnvelope.TASK_ID)).contains("task_2");
        assertThat(policy.correlation(call, "wf_1")).isEqualTo("corr_1");
        assertThat(EnvelopePolicy.DEFAULT.correlation(call, "wf_1")).isEqualTo("wf_1");
    }

    @Test
    void anEventWithoutEnvelopeHasNoSuchMember() {
        host.knows(workflow("child", "core.noop", ""));
        RunId run = start(workflow("w", "core.noop", ""));
        Event event = host.events(run).getFirst();
        Event bare = new Event(
                event.runId(),
                event.sequence(),
                event.eventId(),
                event.timestamp(),
                event.causationId(),
                event.fact(),
                EvidenceEnvelope.NONE,
                event.hidden());
        assertThat(EventCodec.toWire(bare).names()).noneMatch(name -> name.startsWith("_ewp_"));
    }
}

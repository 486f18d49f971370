package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Two hosts on one store that was out of reach: who was silent meanwhile has not died.
class OutageTest {

    private static final WorkflowDefinition WORKFLOW = TestHost.definition("""
            {'id':'w','name':'w','version':'1','triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0},
             'nodes':[{'id':'a','typeId':'test.once','name':'a','position':{'x':0,'y':0},'config':{},'inputs':{}}],
             'edges':[]}""");

    /// What nobody may do twice.
    private record Once() implements Activity {
        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public String typeId() {
            return "test.once";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private final ModelStore store = new ModelStore();
    private final TestHost anna = new TestHost(store, Notary.NONE, 1, new Once());
    private final TestHost bert = new TestHost(store, Notary.NONE, 2, new Once());

    /// The run is Anna's, and she has work to do for it.
    private final RunId run = anna.host.start(TestHost.ACME, StartRequest.of(WORKFLOW, JsonObject.EMPTY));

    @Test
    void behindAnOutageNobodyTakesOverBeforeEverybodyCouldBeat() {
        outage(anna.host.settings().lease().multipliedBy(2));
        bert.host.heartbeat();
        bert.settle();
        assertThat(isAnnas()).isTrue();

        anna.host.heartbeat();
        anna.settle();
        assertThat(Status.of(anna.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anOutageThatIsLongerThanAnybodyIsRememberedIsNoDeathEither() {
        outage(Ownership.FORGOTTEN_AFTER.multipliedBy(2));
        bert.host.heartbeat();
        bert.settle();
        assertThat(isAnnas()).isTrue();
    }

    @Test
    void anOutageEndsForADeadOwnerALeaseAfterTheFirstBeat() {
        Duration lease = anna.host.settings().lease();
        outage(lease.multipliedBy(2));
        bert.host.heartbeat();
        bert.pass(lease.minusMillis(1));
        assertThat(isAnnas()).isTrue();
        bert.pass(Duration.ofMillis(1));
        assertThat(isAnnas()).isFalse();
    }

    private void outage(Duration time) {
        anna.skip(time);
        bert.skip(time);
    }

    private boolean isAnnas() {
        return anna.host.process().equals(store.run(run).orElseThrow().owner());
    }
}

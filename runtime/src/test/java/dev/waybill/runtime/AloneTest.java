package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.ACME;
import static dev.waybill.runtime.TestHost.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// A run that is to be alone of its workflow, whoever else wants one at the same moment.
class AloneTest {

    private static final WorkflowDefinition GATE =
            definition("{'id':'gate','name':'Gate','version':'1','nodes':[{'id':'ask','typeId':'core.approvalGate'}]}");

    private final RunStore store = new ModelStore();

    private static StartRequest alone() {
        return StartRequest.of(GATE, JsonObject.EMPTY).alone(true);
    }

    @Test
    void ofManyHostsOnOneStoreOneStartsIt() throws Exception {
        List<Callable<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            RunHost host = new TestHost(store, Notary.NONE, 500 + i).knows(GATE).host;
            starts.add(() -> {
                try {
                    host.start(ACME, alone());
                    return true;
                } catch (Refused refused) {
                    assertThat(refused.code()).isEqualTo(RefusalCode.RUN_ALREADY_ACTIVE);
                    return false;
                }
            });
        }
        List<Boolean> started = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(starts.size())) {
            for (Future<Boolean> start : threads.invokeAll(starts)) {
                started.add(start.get());
            }
        }
        assertThat(started).containsOnlyOnce(true);
        assertThat(store.runs(RunQuery.all(99))).hasSize(1);
    }

    @Test
    void itsPlaceIsFreeWhenItHasEnded() {
        TestHost host = new TestHost(store).knows(GATE);
        for (int i = 0; i < 3; i++) {
            var run = host.host.start(ACME, alone());
            host.settle();
            assertThatThrownBy(() -> host.host.start(ACME, alone())).hasMessageContaining(run.value());
            host.host.tell(ACME, run, now -> new Command.Cancel(now, null, "ada", null, null));
            host.settle();
        }
    }

    @Test
    void aRunThatDoesNotAskToBeAloneIsInTheWayAllTheSame() {
        TestHost host = new TestHost(store).knows(GATE);
        host.host.start(ACME, StartRequest.of(GATE, JsonObject.EMPTY));
        assertThatThrownBy(() -> host.host.start(ACME, alone())).isInstanceOf(Refused.class);
        host.host.start(ACME, StartRequest.of(GATE, JsonObject.EMPTY));
        assertThat(store.runs(RunQuery.all(9))).hasSize(2);
    }
}

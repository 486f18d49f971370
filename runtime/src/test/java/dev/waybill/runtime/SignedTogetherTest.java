package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.Fault;
import dev.waybill.simulator.FaultyStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Work and signature become true together.
class SignedTogetherTest {

    private static final WorkflowDefinition WORKFLOW = RunReceiptsTest.workflow(
            "row",
            List.of(
                    RunReceiptsTest.node("a", "core.noop", ""),
                    RunReceiptsTest.node("w", "test.work", ""),
                    RunReceiptsTest.node("b", "test.work", "")),
            List.of(RunReceiptsTest.edge("a", "w"), RunReceiptsTest.edge("w", "b")));

    private static final class Work implements Activity {
        @Override
        public String typeId() {
            return "test.work";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private int commits;

    @Test
    void whereverAStoreStopsNoEventIsWithoutItsReceipt() {
        int point = -1;
        do {
            point++;
            commits = 0;
            stopAt(point);
        } while (commits > point);
        assertThat(point).as("places to stop at").isGreaterThan(2);
    }

    /// From one commit on nothing arrives any more, as after a crash.
    private void stopAt(int point) {
        ModelStore store = new ModelStore();
        FaultyStore line = new FaultyStore(
                store, operation -> operation.equals("commit") && commits++ >= point ? Fault.REFUSED : Fault.NONE);
        TestHost host = new TestHost(line, new StoreNotary(store, new Sealer(Signed.KEYS)), new Work());
        try {
            host.start(WORKFLOW, JsonObject.EMPTY);
        } catch (StoreException refused) {
            assertThat(point).as("only the start is told").isZero();
        }
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(store, Signed.KEYS, host.instant(), findings::add);
        assertThat(findings).as("stopped at commit %d", point).isEmpty();
    }
}

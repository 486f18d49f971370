package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsAndActivitiesTest {

    private static final int SLOTS = 4;

    private final Blocking blocking = new Blocking();
    private final LiveHost host = new LiveHost(ActivityLimits.DEFAULT.with(ActivityKind.OTHER, SLOTS), blocking);

    @AfterEach
    void close() {
        blocking.go.countDown();
        host.close();
    }

    /// Work that takes for ever, unless somebody stops it.
    private static final class Blocking implements Activity {
        private final AtomicInteger begun = new AtomicInteger();
        private final CountDownLatch go = new CountDownLatch(1);

        @Override
        public String typeId() {
            return "test.blocking";
        }

        @Override
        public NodeResult execute(ActivityCall call) throws InterruptedException {
            begun.incrementAndGet();
            go.await();
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private static WorkflowDefinition workflow(String type, String config) {
        return RunReceiptsTest.workflow("one", List.of(RunReceiptsTest.node("work", type, config)), List.of());
    }

    private List<RunId> fillEverySlot() {
        List<RunId> runs = new ArrayList<>();
        for (int i = 0; i < SLOTS; i++) {
            runs.add(host.start(workflow("test.blocking", "")));
        }
        LiveHost.await("every slot is taken", () -> blocking.begun.get() == SLOTS);
        return runs;
    }

    @Test
    void aCancelIsHeardWhileEverySlotIsTaken() {
        RunId run = fillEverySlot().getLast();
        host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        host.awaitStatus(run, RunStatus.CANCELLED);
    }

    @Test
    void aTimerFiresWhileEverySlotIsTaken() {
        fillEverySlot();
        host.awaitStatus(host.start(workflow("core.delay", "'ms':20")), RunStatus.COMPLETED);
    }

    @Test
    void anActivityThatIsCancelledWhileItWaitsNeverBegins() {
        List<RunId> atWork = fillEverySlot();
        RunId waiting = host.start(workflow("test.blocking", ""));
        LiveHost.await("one waits", () -> other().waiting() == 1);
        host.host.tell(TestHost.ACME, waiting, at -> new Command.Cancel(at, "enough", "ada"));
        host.awaitStatus(waiting, RunStatus.CANCELLED);
        assertThat(other().waiting()).isZero();
        blocking.go.countDown();
        atWork.forEach(run -> host.awaitStatus(run, RunStatus.COMPLETED));
        assertThat(blocking.begun).hasValue(SLOTS);
    }

    @Test
    void whatWaitsBeginsAsSoonAsAPlaceIsFree() {
        RunId atWork = fillEverySlot().getFirst();
        host.start(workflow("test.blocking", ""));
        LiveHost.await("one waits", () -> other().waiting() == 1);
        assertThat(other().waitingSince()).isNotNull();
        host.host.tell(TestHost.ACME, atWork, at -> new Command.Cancel(at, "enough", "ada"));
        LiveHost.await("it has begun", () -> blocking.begun.get() == SLOTS + 1);
        assertThat(other().atWork()).isEqualTo(SLOTS);
        assertThat(other().waiting()).isZero();
    }

    private LaneReport.OfKind other() {
        return host.host.activities().kinds().stream()
                .filter(lane -> lane.kind() == ActivityKind.OTHER)
                .findFirst()
                .orElseThrow();
    }
}

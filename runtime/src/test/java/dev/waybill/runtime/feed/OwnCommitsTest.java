package dev.waybill.runtime.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.flow.FlowNodes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a process commits, its own readers hear from it: nobody asks the store, and nobody waits for a round.
@Timeout(60)
class OwnCommitsTest {

    private static final Caller ADA = Caller.operator("acme");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final RunStore store = new ModelStore();
    private final CountedLog log = new CountedLog(store);
    private final CountDownLatch looked = new CountDownLatch(1);
    private final EventHub hub = new EventHub(log, new Silent());
    private final RunHost host = new RunHost(
            store,
            FlowNodes.standard(),
            Limits.DEFAULT,
            DefinitionSource.NONE,
            Notary.NONE,
            new HostSettings("test", ReceiptPolicy.OFF, ClaimScope.ALL, Duration.ofSeconds(10), "1").with(hub),
            InstantSource.system(),
            new Random(1),
            Runnable::run,
            Trouble.THROWN);

    /// A store whose commits nobody hears of.
    private final class Silent implements Changes {
        @Override
        public long stamp() {
            return 0;
        }

        @Override
        public long await(long seen, Duration most) throws InterruptedException {
            looked.countDown();
            Thread.sleep(Duration.ofHours(1));
            return 0;
        }
    }

    private static WorkflowDefinition asking() {
        return ((Read.Ok) DefinitionReader.read(
                        JsonReader.read("""
                                {"id":"ask","name":"n","version":"1","nodes":[{"id":"gate","typeId":"core.approvalGate",
                                 "name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}}],"edges":[],"triggers":[],
                                 "variables":[],"metadata":{},"settings":{"timeout":0}}""", JsonLimits.DOCUMENT).asObject().orElseThrow()))
                .definition();
    }

    @Test
    void aReaderIsToldOfACommitWithoutAQuestionToTheStore() throws InterruptedException {
        RunId run = host.start(ADA, StartRequest.of(asking(), JsonObject.EMPTY));
        long head = store.run(run).orElseThrow().head();
        try (EventFeed feed = hub.open(ADA, run, head).orElseThrow()) {
            assertThat(feed.next(Duration.ofMillis(1))).isEmpty();
            // The hub has found nothing, and nobody will call it again.
            looked.await();
            long before = log.reads();
            host.tell(ADA, run, at -> new Command.Answer(at, "gate", JsonObject.of("action", "accept"), "ada", true));
            assertThat(feed.next(LONG)).map(StoredEvent::sequence).contains(head);
            while (!feed.isEnded()) {
                assertThat(feed.next(LONG)).isPresent();
            }
            assertThat(log.reads() - before).as("one page of events").isEqualTo(1);
        } finally {
            hub.close();
            host.close();
        }
    }
}

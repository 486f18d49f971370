package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.apiKey;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.delivery;
import static dev.waybill.simulator.TestRuns.ended;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.ready;
import static dev.waybill.simulator.TestRuns.step;
import static dev.waybill.simulator.TestRuns.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What was answered is there: at once for another process, and after everything was closed.
interface DurabilityContract extends StoreUnderTest {

    ProcessId WORKER = new ProcessId("worker");

    @Test
    default void anotherProcessSeesWhatWasCommitted() {
        RunStore other = elsewhere();
        everyKindOfData();
        assertThat(StoreDump.of(other, ids(), at(100))).isEqualTo(StoreDump.of(store(), ids(), at(100)));
        other.commit(append(id(2), 4).events(1).alone());
        assertThat(log(id(2))).hasSize(5);
    }

    @Test
    default void everythingIsThereAfterAllWasClosed() {
        everyKindOfData();
        String before = StoreDump.of(store(), ids(), at(100));
        RunStore again = later();
        assertThat(StoreDump.of(again, ids(), at(100))).isEqualTo(before);
        assertThat(again.blob(Blob.of(bytes("body")).digest())).hasValue(bytes("body"));
        assertThat(again.answered(answer("k", "kept", at(0)).key(), at(1))).isPresent();
        assertThat(again.othersAlive(new ProcessId("other"), at(0), Duration.ofSeconds(1)))
                .isTrue();
    }

    private void everyKindOfData() {
        store().register(WORKER, "serve", at(0));
        store().commit(new Transaction(
                List.of(newRun(id(1))
                        .events(3)
                        .receipts(step(id(1), 0, 0))
                        .projection(ready(at(0)))
                        .startedBy(WORKER)
                        .build()),
                List.of(Blob.of(bytes("body"))),
                List.of(delivery("d", id(1), 1, at(5))),
                answer("k", "kept", at(0))));
        store().claim(WORKER, ClaimScope.ALL, at(0), Duration.ofMinutes(1), 1);
        store().commit(newRun(fork(id(2), id(1), new Segment(id(1), 2)))
                .events(2)
                .alone());
        store().commit(newRun(id(3)).events(1).projection(ended()).alone());
        store().prune(id(3));
        store().postpone("d", at(50));
        store().createTokenKey(tokenKey(0, at(0)));
        store().addApiKey(apiKey("anna", at(0)));
    }

    private static List<RunId> ids() {
        return List.of(id(1), id(2), id(3));
    }
}

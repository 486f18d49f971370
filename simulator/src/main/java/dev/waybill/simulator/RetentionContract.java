package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.ended;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.header;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What may be deleted, and what stays.
interface RetentionContract extends StoreUnderTest {

    RunId OLD = id(1);

    @Test
    default void aPrunedRunKeepsItsHeaderAndReceipts() {
        store().commit(newRun(OLD)
                .events(3)
                .receipts(step(OLD, 0, 0))
                .projection(ended())
                .alone());
        assertThat(store().prune(OLD)).isTrue();
        assertThat(log(OLD)).isEmpty();
        assertThat(stored(OLD)).isEqualTo(new StoredRun(header(OLD), 3, ended(), null, null, 0, true));
        assertThat(AnswerText.of(store().receipts(OLD, Kind.STEP, 0, MANY)))
                .isEqualTo(AnswerText.of(step(OLD, 0, 0)).lines().toList());
        assertThat(store().runs(RunQuery.all(9))).containsExactly(stored(OLD));
    }

    @Test
    default void aRunIsPrunedOnce() {
        endedRun();
        assertThat(store().prune(OLD)).isTrue();
        assertThat(store().prune(OLD)).isFalse();
        assertThat(store().prune(id(99))).isFalse();
    }

    @Test
    default void onlyATerminalRunIsPruned() {
        int n = 10;
        for (RunStatus status : RunStatus.values()) {
            Projection projection = new Projection(status, false, null, null, at(0));
            store().commit(newRun(id(n)).events(1).projection(projection).alone());
            assertThat(store().prune(id(n))).as(status.wire()).isEqualTo(status.isTerminal());
            assertThat(log(id(n))).hasSize(status.isTerminal() ? 0 : 1);
            n++;
        }
    }

    @Test
    default void aPrunedRunNeverGrows() {
        endedRun();
        store().prune(OLD);
        assertThat(store().commit(append(OLD, 3).events(1).alone())).isEqualTo(new Commit.Lost(OLD, 3));
        assertThat(store().commit(newRun(OLD).alone())).isEqualTo(new Commit.Lost(OLD, 3));
    }

    @Test
    default void aSourceStaysWhileAForkSharesItsEvents() {
        endedRun();
        store().commit(newRun(fork(id(2), OLD, new Segment(OLD, 2)))
                .events(1)
                .projection(ended())
                .alone());
        store().commit(newRun(fork(id(3), id(2), new Segment(OLD, 2), new Segment(id(2), 3)))
                .events(1)
                .projection(ended())
                .alone());
        assertThat(store().prune(OLD)).isFalse();
        assertThat(store().prune(id(2))).isFalse();
        assertThat(log(id(3))).hasSize(4);
        assertThat(store().prune(id(3))).isTrue();
        assertThat(log(id(3))).isEmpty();
        assertThat(store().prune(OLD)).isFalse();
        assertThat(store().prune(id(2))).isTrue();
        assertThat(store().prune(OLD)).isTrue();
    }

    @Test
    default void aForkThatSharesNothingHoldsNothingBack() {
        endedRun();
        store().commit(newRun(fork(id(2), OLD)).events(1).alone());
        assertThat(store().prune(OLD)).isTrue();
        assertThat(log(id(2))).hasSize(1);
    }

    @Test
    default void aPrunedForkShowsNoPrefixWhileItsSourceKeepsItsEvents() {
        endedRun();
        store().commit(newRun(fork(id(2), OLD, new Segment(OLD, 2)))
                .events(1)
                .projection(ended())
                .alone());
        assertThat(store().prune(id(2))).isTrue();
        assertThat(log(id(2))).isEmpty();
        assertThat(log(OLD)).hasSize(3);
    }

    @Test
    default void theAnswersToTheCallsOfARunGoWithIt() {
        endedRun();
        List<IdempotencyKey> going = List.of(
                IdempotencyKey.advance("tenant-é", OLD, ""),
                IdempotencyKey.advance("tenant-é", OLD, "a"),
                IdempotencyKey.advance("tenant-é", OLD, "\uffff"));
        List<IdempotencyKey> staying = List.of(
                IdempotencyKey.advance("tenant-é", id(2), "a"),
                IdempotencyKey.advance("acme", OLD, "a"),
                new IdempotencyKey("tenant-é", "start", OLD + "/a"),
                new IdempotencyKey("tenant-é", IdempotencyKey.ADVANCE, OLD.value()),
                new IdempotencyKey("tenant-é", IdempotencyKey.ADVANCE, OLD + "."),
                new IdempotencyKey("tenant-é", IdempotencyKey.ADVANCE, OLD + "0"));
        Stream.concat(going.stream(), staying.stream()).forEach(this::remember);
        assertThat(store().prune(id(2))).isFalse();
        assertThat(going)
                .allSatisfy(key -> assertThat(store().answered(key, at(1))).isPresent());
        assertThat(store().prune(OLD)).isTrue();
        assertThat(going)
                .allSatisfy(key -> assertThat(store().answered(key, at(1))).isEmpty());
        assertThat(staying)
                .allSatisfy(key -> assertThat(store().answered(key, at(1))).isPresent());
    }

    private void remember(IdempotencyKey key) {
        store().commit(new Transaction(List.of(), List.of(), List.of(), answer(key, "answer", at(0))));
    }

    @Test
    default void aRunThatCannotBePrunedKeepsItsAnswers() {
        store().commit(newRun(OLD).events(3).alone());
        IdempotencyKey key = IdempotencyKey.advance("tenant-é", OLD, "a");
        remember(key);
        assertThat(store().prune(OLD)).isFalse();
        assertThat(store().answered(key, at(1))).isPresent();
    }

    @Test
    default void expiredAnswersAreDeleted() {
        store().commit(newRun(id(1)).with(answer("a", "1", at(0))));
        store().commit(newRun(id(2)).with(answer("b", "2", at(1))));
        store().commit(newRun(id(3)).with(answer("c", "3", at(2))));
        long hour = Duration.ofHours(1).toSeconds();
        assertThat(store().expire(at(hour).minusNanos(1_000))).isZero();
        assertThat(store().expire(at(hour + 1))).isEqualTo(2);
        assertThat(store().expire(at(hour + 1))).isZero();
        assertThat(store().answered(answer("c", "3", at(2)).key(), at(hour + 1)))
                .isPresent();
        assertThat(store().answered(answer("a", "1", at(0)).key(), at(0))).isEmpty();
    }

    private void endedRun() {
        store().commit(newRun(OLD).events(3).projection(ended()).alone());
    }
}

package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestAppend.together;
import static dev.waybill.simulator.TestRuns.DELIVERY;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.child;
import static dev.waybill.simulator.TestRuns.delivery;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whole or not at all, and once for each call.
interface TransactionContract extends StoreUnderTest {

    RunId PARENT = id(1);
    RunId CHILD = id(2);

    @Test
    default void aChildAppearsTogetherWithTheEventThatSaysSo() {
        store().commit(newRun(PARENT).events(1).alone());
        assertThat(store().commit(together(
                        append(PARENT, 1).events(1),
                        newRun(child(CHILD, PARENT)).events(2))))
                .isEqualTo(Commit.DONE);
        assertThat(stored(PARENT).head()).isEqualTo(2);
        assertThat(stored(CHILD).header()).isEqualTo(child(CHILD, PARENT));
        assertThat(stored(CHILD).head()).isEqualTo(2);
    }

    @Test
    default void ofSeveralRunsNoneChangesWhenTheLastOneLoses() {
        store().commit(newRun(PARENT).events(1).alone());
        store().commit(newRun(CHILD).events(1).alone());
        Commit lost = store().commit(
                        together(append(PARENT, 1).events(1), newRun(CHILD).events(1)));
        assertThat(lost).isEqualTo(new Commit.Lost(CHILD, 1));
        assertThat(stored(PARENT).head()).isEqualTo(1);
        assertThat(log(PARENT)).hasSize(1);
    }

    @Test
    default void ofSeveralRunsNoneIsCreatedWhenTheFirstOneLoses() {
        store().commit(newRun(PARENT).events(2).alone());
        Commit lost = store().commit(together(
                append(PARENT, 1).events(1), newRun(child(CHILD, PARENT)).events(1)));
        assertThat(lost).isEqualTo(new Commit.Lost(PARENT, 2));
        assertThat(store().run(CHILD)).isEmpty();
    }

    @Test
    default void theFirstRefusalIsTheAnswer() {
        store().commit(newRun(id(3)).events(3).alone());
        store().commit(newRun(id(4)).events(4).alone());
        ProcessId stranger = new ProcessId("stranger");
        assertThat(store().commit(together(append(id(4), 1), append(id(3), 3).ownedBy(stranger, 1))))
                .isEqualTo(new Commit.Lost(id(4), 4));
        assertThat(store().commit(together(append(id(4), 4), append(id(3), 3).ownedBy(stranger, 1), append(id(5), 0))))
                .isEqualTo(new Commit.Fenced(id(3)));
    }

    @Test
    default void aRefusedTransactionLeavesNothingBehind() {
        store().commit(newRun(PARENT).events(1).alone());
        Blob blob = Blob.of(bytes("never"));
        IdempotencyRecord answer = answer("k", "never", at(0));
        Transaction lost = new Transaction(
                List.of(append(PARENT, 0)
                        .events(1)
                        .receipts(TestRuns.step(PARENT, 0, 0))
                        .release()
                        .build()),
                List.of(blob),
                List.of(delivery("d", PARENT, 0, at(0))),
                answer);
        assertThat(store().commit(lost)).isEqualTo(new Commit.Lost(PARENT, 1));
        assertThat(store().blob(blob.digest())).isEmpty();
        assertThat(store().undelivered(DELIVERY, at(9), MANY)).isEmpty();
        assertThat(store().answered(answer.key(), at(0))).isEmpty();
        assertThat(store().receiptHead(PARENT)).isEmpty();
    }

    @Test
    default void aTransactionNeedsNoRun() {
        Blob blob = Blob.of(bytes("definition"));
        assertThat(store().commit(new Transaction(List.of(), List.of(blob), List.of(), null)))
                .isEqualTo(Commit.DONE);
        assertThat(store().blob(blob.digest())).hasValue(blob.bytes());
    }

    @Test
    default void aRepeatedCallGetsTheFirstAnswer() {
        IdempotencyRecord first = answer("k", "first →", at(0));
        assertThat(store().commit(newRun(id(1)).events(1).with(first))).isEqualTo(Commit.DONE);
        Commit again = store().commit(newRun(id(2)).events(1).with(answer("k", "second", at(60))));
        assertThat(AnswerText.of(again)).isEqualTo(AnswerText.of(new Commit.Answered(first)));
        assertThat(store().run(id(2))).isEmpty();
        assertThat(AnswerText.of(store().answered(first.key(), at(60)))).isEqualTo(AnswerText.of(first));
    }

    @Test
    default void aRepeatedCallIsAnsweredEvenWhenItsRunHasMovedOn() {
        IdempotencyRecord first = answer("k", "first", at(0));
        Transaction call = newRun(id(1)).events(1).with(first);
        store().commit(call);
        store().commit(append(id(1), 1).events(1).alone());
        assertThat(AnswerText.of(store().commit(call))).isEqualTo(AnswerText.of(new Commit.Answered(first)));
    }

    @Test
    default void keysOfOtherTenantsAndOperationsAreOtherKeys() {
        IdempotencyRecord first = answer("k", "first", at(0));
        store().commit(newRun(id(1)).with(first));
        for (IdempotencyKey other : List.of(
                new IdempotencyKey("tenant-é", "start", "K"),
                new IdempotencyKey("tenant-é", "cancel", "k"),
                new IdempotencyKey("tenant-e", "start", "k"))) {
            assertThat(store().answered(other, at(1))).isEmpty();
            IdempotencyRecord next = new IdempotencyRecord(other, first.request(), bytes("other"), at(1), at(2));
            assertThat(store().commit(new Transaction(List.of(), List.of(), List.of(), next)))
                    .isEqualTo(Commit.DONE);
        }
    }

    @Test
    default void anAnswerExpires() {
        IdempotencyRecord first = answer("k", "first", at(0));
        store().commit(newRun(id(1)).with(first));
        long hour = Duration.ofHours(1).toSeconds();
        assertThat(store().answered(first.key(), at(hour).minusNanos(1_000))).isPresent();
        assertThat(store().answered(first.key(), at(hour))).isEmpty();
    }

    @Test
    default void anExpiredAnswerGivesWayToANewOne() {
        store().commit(newRun(id(1)).with(answer("k", "first", at(0))));
        long hour = Duration.ofHours(1).toSeconds();
        IdempotencyRecord second = answer("k", "second", at(hour));
        assertThat(store().commit(newRun(id(2)).with(second))).isEqualTo(Commit.DONE);
        assertThat(AnswerText.of(store().answered(second.key(), at(hour)))).isEqualTo(AnswerText.of(second));
    }
}

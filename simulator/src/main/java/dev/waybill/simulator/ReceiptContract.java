package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.step;
import static dev.waybill.simulator.TestRuns.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Receipts: committed with their events, chained by a dense index.
interface ReceiptContract extends StoreUnderTest {

    RunId SIGNED = id(1);

    @Test
    default void aRunWithoutReceiptsHasNoHead() {
        store().commit(newRun(SIGNED).events(1).alone());
        assertThat(store().receiptHead(SIGNED)).isEmpty();
        assertThat(store().receiptHeadBefore(SIGNED, 1)).isEmpty();
        assertThat(store().receipts(SIGNED, Kind.STEP, 0, MANY)).isEmpty();
        assertThat(store().receiptHead(id(99))).isEmpty();
        assertThat(store().receipts(id(99), Kind.STEP, 0, MANY)).isEmpty();
    }

    @Test
    default void receiptsComeInChainOrderFromAnIndexOn() {
        signedRun();
        assertThat(AnswerText.of(store().receipts(SIGNED, Kind.STEP, 0, MANY)))
                .isEqualTo(AnswerText.of(List.of(
                        step(SIGNED, 0, StoredReceipt.CREATION),
                        step(SIGNED, 1, 1),
                        step(SIGNED, 2, 3),
                        step(SIGNED, 3, 3))));
        assertThat(AnswerText.of(store().receipts(SIGNED, Kind.STEP, 1, 2)))
                .isEqualTo(AnswerText.of(List.of(step(SIGNED, 1, 1), step(SIGNED, 2, 3))));
        assertThat(store().receipts(SIGNED, Kind.STEP, 4, MANY)).isEmpty();
    }

    @Test
    default void summariesStandBesideTheChain() {
        signedRun();
        store().commit(append(SIGNED, 4).receipts(summary(SIGNED, 0, 3)).alone());
        store().commit(append(SIGNED, 4).receipts(summary(SIGNED, 1, 3)).alone());
        assertThat(AnswerText.of(store().receipts(SIGNED, Kind.SUMMARY, 0, MANY)))
                .isEqualTo(AnswerText.of(List.of(summary(SIGNED, 0, 3), summary(SIGNED, 1, 3))));
        assertThat(store().receiptHead(SIGNED)).hasValue(head(4, step(SIGNED, 3, 3)));
        assertThat(store().receipts(SIGNED, Kind.STEP, 0, MANY)).hasSize(4);
    }

    @Test
    default void theHeadIsTheNewestStep() {
        signedRun();
        assertThat(store().receiptHead(SIGNED)).hasValue(head(4, step(SIGNED, 3, 3)));
    }

    @Test
    default void theHeadBeforeASequenceSignsOnlyForEarlierEvents() {
        signedRun();
        StoredReceipt root = step(SIGNED, 0, StoredReceipt.CREATION);
        assertThat(store().receiptHeadBefore(SIGNED, 0)).hasValue(head(1, root));
        assertThat(store().receiptHeadBefore(SIGNED, 1)).hasValue(head(1, root));
        assertThat(store().receiptHeadBefore(SIGNED, 2)).hasValue(head(2, step(SIGNED, 1, 1)));
        assertThat(store().receiptHeadBefore(SIGNED, 3)).hasValue(head(2, step(SIGNED, 1, 1)));
        assertThat(store().receiptHeadBefore(SIGNED, 4)).hasValue(head(4, step(SIGNED, 3, 3)));
    }

    @Test
    default void anIndexThatIsTakenLoses() {
        signedRun();
        assertThat(store().commit(append(SIGNED, 4)
                        .events(1)
                        .receipts(step(SIGNED, 3, 4))
                        .alone()))
                .isEqualTo(new Commit.Lost(SIGNED, 4));
        store().commit(append(SIGNED, 4).receipts(summary(SIGNED, 0, 3)).alone());
        assertThat(store().commit(append(SIGNED, 4)
                        .receipts(summary(SIGNED, 0, 3))
                        .alone()))
                .isEqualTo(new Commit.Lost(SIGNED, 4));
        assertThat(stored(SIGNED).head()).isEqualTo(4);
    }

    @Test
    default void anIndexThatLeavesAGapLoses() {
        signedRun();
        assertThat(store().commit(append(SIGNED, 4).receipts(step(SIGNED, 5, 4)).alone()))
                .isEqualTo(new Commit.Lost(SIGNED, 4));
        assertThat(store().commit(append(SIGNED, 4)
                        .receipts(step(SIGNED, 4, 4), step(SIGNED, 6, 4))
                        .alone()))
                .isEqualTo(new Commit.Lost(SIGNED, 4));
        assertThat(store().commit(newRun(id(2)).receipts(step(id(2), 1, 0)).alone()))
                .isEqualTo(new Commit.Lost(id(2), -1));
        assertThat(store().receipts(SIGNED, Kind.STEP, 0, MANY)).hasSize(4);
        assertThat(store().run(id(2))).isEmpty();
    }

    @Test
    default void aForkHasAChainOfItsOwn() {
        signedRun();
        RunId branch = id(2);
        store().commit(newRun(fork(branch, SIGNED, new Segment(SIGNED, 2)))
                .receipts(step(branch, 0, StoredReceipt.CREATION))
                .alone());
        assertThat(store().receipts(branch, Kind.STEP, 0, MANY)).hasSize(1);
        assertThat(store().receiptHeadBefore(branch, 1)).hasValue(head(1, step(branch, 0, StoredReceipt.CREATION)));
    }

    @Test
    default void receiptBytesComeBackAsTheyWere() {
        byte[] large = new byte[1 << 20];
        large[5] = -1;
        StoredReceipt receipt = new StoredReceipt(Kind.STEP, 0, 0, Digest.of(large), large);
        store().commit(newRun(SIGNED).events(1).receipts(receipt).alone());
        assertThat(store().receipts(SIGNED, Kind.STEP, 0, 1).getFirst().bytes()).isEqualTo(large);
    }

    private void signedRun() {
        store().commit(newRun(SIGNED)
                .events(2)
                .receipts(step(SIGNED, 0, StoredReceipt.CREATION), step(SIGNED, 1, 1))
                .alone());
        store().commit(append(SIGNED, 2)
                .events(2)
                .receipts(step(SIGNED, 2, 3), step(SIGNED, 3, 3))
                .alone());
    }

    private static ReceiptHead head(long count, StoredReceipt newest) {
        return new ReceiptHead(count, newest.ref());
    }
}

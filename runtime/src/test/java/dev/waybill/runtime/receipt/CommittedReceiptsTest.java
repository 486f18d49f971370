package dev.waybill.runtime.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.id.Ulid;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CommittedReceiptsTest {

    private static final RunId RUN = RunId.of(new Ulid(1, 1));

    private final CommittedReceipts committed = new CommittedReceipts();

    private static Digest ref(int index) {
        return Digest.of(new byte[] {(byte) index});
    }

    private static StoredReceipt step(int index) {
        return new StoredReceipt(StoredReceipt.Kind.STEP, index, index, ref(index), new byte[0]);
    }

    private static ReceiptHead head(int newest) {
        return new ReceiptHead(newest + 1L, ref(newest));
    }

    @Test
    void allThatWereCommittedHereAreKnownInTheirOrder() {
        committed.add(RUN, List.of(step(0), step(1)));
        committed.add(RUN, List.of(step(2)));
        assertThat(committed.steps(RUN, head(2))).contains(List.of(ref(0), ref(1), ref(2)));
    }

    @Test
    void whatAnotherProcessWroteIsNotGuessed() {
        committed.add(RUN, List.of(step(0)));
        assertThat(committed.steps(RUN, head(1))).isEmpty();
        assertThat(committed.steps(RUN, new ReceiptHead(1, ref(9)))).isEmpty();
        committed.add(RUN, List.of(step(2)));
        assertThat(committed.steps(RUN, head(2))).isEmpty();
        committed.add(RUN, List.of(step(3)));
        assertThat(committed.steps(RUN, head(3))).isEmpty();
    }

    @Test
    void aRunThatBeganElsewhereIsRead() {
        committed.add(RUN, List.of(step(5)));
        assertThat(committed.steps(RUN, head(5))).isEmpty();
    }

    @Test
    void aLongRunIsRead() {
        committed.add(
                RUN,
                IntStream.range(0, 100).mapToObj(CommittedReceiptsTest::step).toList());
        assertThat(committed.steps(RUN, head(99))).isEmpty();
    }

    @Test
    void theSummaryIsKnownHoweverTheStepsAre() {
        assertThat(committed.summary(RUN)).isEmpty();
        committed.add(RUN, List.of(step(7), new StoredReceipt(StoredReceipt.Kind.SUMMARY, 0, 8, ref(8), new byte[0])));
        assertThat(committed.summary(RUN)).contains(ref(8));
    }
}

package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.DELIVERY;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.delivery;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.OutboxItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What leaves with a transaction besides events: deliveries and bodies.
interface DeliveryContract extends StoreUnderTest {

    RunId SENDER = id(1);

    @Test
    default void deliveriesWaitForTheirTimeInOrder() {
        OutboxItem late = delivery("a", SENDER, 2, at(20));
        OutboxItem second = delivery("b", SENDER, 1, at(10));
        OutboxItem first = delivery("c", SENDER, 0, at(10));
        store().commit(newRun(SENDER).events(2).with(late, second, first));
        assertThat(store().undelivered(DELIVERY, at(10).minusNanos(1_000), MANY))
                .isEmpty();
        assertThat(AnswerText.of(store().undelivered(DELIVERY, at(10), MANY)))
                .isEqualTo(AnswerText.of(List.of(first, second)));
        assertThat(AnswerText.of(store().undelivered(DELIVERY, at(20), MANY)))
                .isEqualTo(AnswerText.of(List.of(first, second, late)));
        assertThat(AnswerText.of(store().undelivered(DELIVERY, at(20), 1))).isEqualTo(AnswerText.of(List.of(first)));
    }

    @Test
    default void kindsDoNotWaitForEachOther() {
        store().commit(newRun(SENDER)
                .with(
                        delivery("a", SENDER, 0, at(0)),
                        new OutboxItem("b", SENDER, 0, "other", bytes("body"), at(1), 0)));
        assertThat(store().undelivered("other", at(1), 1))
                .extracting(OutboxItem::id)
                .containsExactly("b");
        assertThat(store().undelivered("unknown", at(1), MANY)).isEmpty();
    }

    @Test
    default void whatArrivedIsForgotten() {
        store().commit(newRun(SENDER).with(delivery("a", SENDER, 0, at(0)), delivery("b", SENDER, 0, at(0))));
        store().delivered("a");
        store().delivered("unknown");
        assertThat(store().undelivered(DELIVERY, at(0), MANY))
                .extracting(OutboxItem::id)
                .containsExactly("b");
    }

    @Test
    default void aFailedDeliveryIsTriedAgainLater() {
        store().commit(newRun(SENDER).with(delivery("a", SENDER, 3, at(0))));
        store().postpone("a", at(60));
        store().postpone("unknown", at(60));
        assertThat(store().undelivered(DELIVERY, at(59), MANY)).isEmpty();
        OutboxItem again = new OutboxItem("a", SENDER, 3, DELIVERY, bytes("body of a"), at(60), 1);
        assertThat(AnswerText.of(store().undelivered(DELIVERY, at(60), MANY))).isEqualTo(AnswerText.of(List.of(again)));
    }

    @Test
    default void aDeliveryThatWaitsAlreadyStaysAsItIs() {
        store().commit(newRun(SENDER).with(delivery("a", SENDER, 0, at(0))));
        store().postpone("a", at(60));
        store().commit(append(SENDER, 0).with(delivery("a", SENDER, 0, at(0))));
        assertThat(store().undelivered(DELIVERY, at(59), MANY)).isEmpty();
        assertThat(store().undelivered(DELIVERY, at(60), MANY)).hasSize(1);
    }

    @Test
    default void bodiesAreFoundByTheirDigest() {
        byte[] large = new byte[1 << 20];
        large[77] = (byte) 200;
        store().commit(newRun(SENDER).with(Blob.of(large), Blob.of(new byte[0])));
        assertThat(store().blob(Digest.of(large))).hasValue(large);
        assertThat(store().blob(Digest.of(new byte[0]))).hasValue(new byte[0]);
        assertThat(store().blob(Digest.of(bytes("other")))).isEmpty();
    }

    @Test
    default void aBodyMayBeWrittenTwice() {
        Blob body = Blob.of(bytes("body"));
        store().commit(newRun(SENDER).with(body));
        store().commit(append(SENDER, 0).events(1).with(body, body));
        assertThat(store().blob(body.digest())).hasValue(body.bytes());
        assertThat(stored(SENDER).head()).isEqualTo(1);
    }
}

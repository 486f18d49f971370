package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What couriers of several processes do with one outbox, and who gets what they bring.
interface PostingContract extends StoreUnderTest {

    RunId SENDER = id(1);
    RunId OTHER = id(2);
    String FAMILY = "webhook:";
    String NEAR = "webhook:near";
    String FAR = "webhook:far";

    private Postings postings() {
        return store().postings();
    }

    private static OutboxItem item(String id, RunId run, long sequence, String kind, Instant at) {
        return new OutboxItem(id, run, sequence, kind, bytes("body of " + id), at, 0);
    }

    private List<String> waiting(String kind, Instant now) {
        return store().undelivered(kind, now, MANY).stream().map(OutboxItem::id).toList();
    }

    private void send(OutboxItem... items) {
        store().commit(newRun(SENDER).events(3).with(items));
    }

    @Test
    default void kindsOfAFamilyAreDueByThemselves() {
        send(
                item("a", SENDER, 0, NEAR, at(1)),
                item("b", SENDER, 1, NEAR, at(1)),
                item("c", SENDER, 0, FAR, at(9)),
                item("d", SENDER, 0, "webhooks", at(1)),
                item("e", SENDER, 0, "anchor", at(1)));
        assertThat(postings().due(FAMILY, at(0))).isEmpty();
        assertThat(postings().due(FAMILY, at(1))).containsExactly(NEAR);
        assertThat(postings().due(FAMILY, at(9))).containsExactly(FAR, NEAR);
    }

    @Test
    default void whatWaitsLongerHoldsBackWhatCameLaterInItsRun() {
        send(item("a", SENDER, 0, NEAR, at(1)), item("b", SENDER, 1, NEAR, at(1)), item("c", OTHER, 5, NEAR, at(1)));
        store().postpone("a", at(60));
        assertThat(waiting(NEAR, at(59))).containsExactly("c");
        assertThat(waiting(NEAR, at(60))).containsExactly("a", "b", "c");
    }

    @Test
    default void oneProcessTakesAnItemUntilItsTimeIsUp() {
        send(item("a", SENDER, 0, NEAR, at(1)));
        OutboxItem read = store().undelivered(NEAR, at(1), 1).getFirst();
        assertThat(postings().claim(read, at(30))).isTrue();
        assertThat(elsewhere().postings().claim(read, at(31))).isFalse();
        assertThat(waiting(NEAR, at(29))).isEmpty();
        OutboxItem again = store().undelivered(NEAR, at(30), 1).getFirst();
        assertThat(again.attempts()).isZero();
        assertThat(elsewhere().postings().claim(again, at(60))).isTrue();
        store().delivered("a");
        assertThat(postings().claim(again, at(90))).isFalse();
    }

    @Test
    default void whatIsGivenUpIsKeptApartWithItsReason() {
        send(item("a", SENDER, 0, NEAR, at(1)), item("b", SENDER, 1, NEAR, at(1)), item("c", SENDER, 0, FAR, at(1)));
        store().postpone("a", at(2));
        postings().bury("a", at(3), "it answered 500 ✗");
        postings().bury("a", at(4), "again");
        postings().bury("unknown", at(4), "again");
        assertThat(waiting(NEAR, at(9))).containsExactly("b");
        DeadLetter letter = later().postings().buried(NEAR, MANY).getFirst();
        assertThat(letter.reason()).isEqualTo("it answered 500 ✗");
        assertThat(letter.diedAt()).isEqualTo(at(3));
        assertThat(AnswerText.of(List.of(letter.item())))
                .isEqualTo(AnswerText.of(List.of(new OutboxItem("a", SENDER, 0, NEAR, bytes("body of a"), at(2), 1))));
    }

    @Test
    default void whatWasGivenUpIsTriedAgainFromTheBeginning() {
        send(item("a", SENDER, 0, NEAR, at(1)), item("b", SENDER, 1, NEAR, at(1)), item("c", SENDER, 0, FAR, at(1)));
        store().postpone("a", at(2));
        List.of("a", "b", "c").forEach(id -> postings().bury(id, at(3), "gone"));
        assertThat(postings().backlog(FAMILY)).containsExactly(new Backlog(FAR, 0, 1), new Backlog(NEAR, 0, 2));
        assertThat(postings().revive(NEAR, at(50))).isEqualTo(2);
        assertThat(postings().revive(NEAR, at(50))).isZero();
        assertThat(postings().buried(NEAR, MANY)).isEmpty();
        assertThat(postings().buried(FAR, MANY)).hasSize(1);
        assertThat(store().undelivered(NEAR, at(50), MANY))
                .extracting(OutboxItem::id, OutboxItem::attempts)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", 0), org.assertj.core.groups.Tuple.tuple("b", 0));
    }

    @Test
    default void whatIsDroppedIsForgottenWhetherItWaitsOrWasGivenUp() {
        send(item("a", SENDER, 0, NEAR, at(1)), item("b", SENDER, 1, NEAR, at(1)), item("c", SENDER, 0, FAR, at(1)));
        postings().bury("a", at(3), "gone");
        postings().drop(NEAR);
        assertThat(postings().backlog(FAMILY)).containsExactly(new Backlog(FAR, 1, 0));
    }

    private static Webhook webhook(String id, String tenant, Instant at) {
        return new Webhook(
                id,
                tenant,
                "https://receiver.example/größe?x=1",
                List.of("run.*", "node.failed"),
                List.of("tag-✓"),
                "0123abcd",
                at,
                "key-1");
    }

    @Test
    default void webhooksAreListedOldestFirstAsTheyWereRegistered() {
        assertThat(store().webhooks().all()).isEmpty();
        Webhook late = webhook("wh_a", "acme", at(5));
        Webhook early = webhook("wh_b", "globex", at(1));
        assertThat(store().webhooks().add(late)).isTrue();
        assertThat(store().webhooks().add(early)).isTrue();
        assertThat(elsewhere().webhooks().all())
                .extracting(Webhooks.Row::readable)
                .containsExactly(early, late);
        assertThat(later().webhooks().all()).extracting(Webhooks.Row::readable).containsExactly(early, late);
    }

    @Test
    default void anIdOfAWebhookIsTakenOnce() {
        Webhook first = webhook("wh_a", "acme", at(5));
        assertThat(store().webhooks().add(first)).isTrue();
        assertThat(elsewhere().webhooks().add(webhook("wh_a", "globex", at(6)))).isFalse();
        assertThat(store().webhooks().all()).extracting(Webhooks.Row::readable).containsExactly(first);
    }

    @Test
    default void onlyItsOwnTenantForgetsAWebhook() {
        store().webhooks().add(webhook("wh_a", "acme", at(5)));
        assertThat(store().webhooks().remove("globex", "wh_a")).isFalse();
        assertThat(elsewhere().webhooks().remove("acme", "wh_a")).isTrue();
        assertThat(store().webhooks().remove("acme", "wh_a")).isFalse();
        assertThat(store().webhooks().all()).isEmpty();
    }
}

package dev.waybill.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import dev.waybill.simulator.ModelStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What it costs to know who wants to hear of events.
class SubscriptionsTest {

    private final Webhooks store = new ModelStore().webhooks();
    private Instant now = Instant.parse("2026-11-17T10:00:00Z");
    private int reads;
    private final Subscriptions subscriptions = new Subscriptions(
            new Webhooks() {
                @Override
                public List<Row> all() {
                    reads++;
                    return store.all();
                }

                @Override
                public boolean add(Webhook webhook) {
                    return store.add(webhook);
                }

                @Override
                public boolean remove(String tenant, String id) {
                    return store.remove(tenant, id);
                }
            },
            () -> now);

    private static Webhook webhook(String id) {
        return new Webhook(id, "acme", "https://x.example/", List.of("*"), List.of(), "f", Instant.EPOCH, "ada");
    }

    @Test
    void aThousandTurnsOfOneSecondAskTheStoreOnce() {
        for (int turn = 0; turn < 1_000; turn++) {
            assertThat(subscriptions.of("acme")).isEmpty();
        }
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void whatAnotherProcessRegisteredIsKnownASecondLater() {
        assertThat(subscriptions.of("acme")).isEmpty();
        store.add(webhook("wh_1"));
        assertThat(subscriptions.of("acme")).isEmpty();
        now = now.plusSeconds(1);
        assertThat(subscriptions.of("acme")).extracting(Webhook::id).containsExactly("wh_1");
        assertThat(subscriptions.of("globex")).isEmpty();
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void whatThisProcessChangedIsKnownAtOnce() {
        assertThat(subscriptions.of("acme")).isEmpty();
        store.add(webhook("wh_1"));
        subscriptions.forget();
        assertThat(subscriptions.of("acme")).hasSize(1);
    }

    @Test
    void aDeliveryForAWebhookOfAnotherProcessIsNotTakenForOneThatWasDeleted() {
        assertThat(subscriptions.of("acme")).isEmpty();
        store.add(webhook("wh_1"));
        assertThat(subscriptions.find("wh_1")).isPresent();
        assertThat(subscriptions.find("wh_2")).isEmpty();
    }
}

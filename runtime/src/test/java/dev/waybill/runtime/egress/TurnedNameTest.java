package dev.waybill.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.webhook.Bell;
import dev.waybill.runtime.webhook.HookSecrets;
import dev.waybill.runtime.webhook.Pace;
import dev.waybill.runtime.webhook.Subscriptions;
import dev.waybill.runtime.webhook.WebhookCourier;
import dev.waybill.runtime.webhook.WebhookDesk;
import dev.waybill.runtime.webhook.WebhookDraft;
import dev.waybill.runtime.webhook.WebhookPost;
import dev.waybill.simulator.ModelStore;
import dev.waybill.simulator.TestAppend;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A name that led to a public address when it was registered and leads to this machine by now.
class TurnedNameTest {

    private static final String NAME = "turned.waybill-test.invalid";
    private static final Caller ACME = new Caller("acme", "ada", Scope.ALL);
    private static final Pace ONCE =
            new Pace(Duration.ofMillis(1), Duration.ofMillis(1), 1, 4, Duration.ofMillis(1), Duration.ofSeconds(10));

    private final ModelStore store = new ModelStore();
    private final Bell bell = new Bell();
    private final Egress egress = new Egress(EgressRules.USUAL);
    private final Subscriptions subscriptions = new Subscriptions(store.webhooks(), InstantSource.system());
    private final HookSecrets secrets = new HookSecrets(() -> "key".getBytes(StandardCharsets.UTF_8));

    private String register(int port) throws Exception {
        try (PinnedNames.Held _ = PinnedNames.pin(NAME, List.of(InetAddress.getByName("8.8.8.8")))) {
            return registered(port);
        }
    }

    private String registered(int port) {
        WebhookDesk desk =
                new WebhookDesk(store, subscriptions, secrets, egress, InstantSource.system(), new Random(7), bell);
        return desk.register(
                        ACME, new WebhookDraft("https://%s:%d/".formatted(NAME, port), List.of("*"), List.of()), null)
                .webhook()
                .id();
    }

    private void send(String webhook) {
        RunId run = new RunId("run_01M7MGPP1QJA0HEV0NRT7PAWC2");
        byte[] body = "{\"webhookId\":\"%s\"}".formatted(webhook).getBytes(StandardCharsets.UTF_8);
        OutboxItem item = new OutboxItem("d", run, 0, "webhook:" + webhook, body, Instant.EPOCH, 0);
        Transaction transaction = TestAppend.newRun(run).events(1).with(item);
        store.commit(transaction);
    }

    @Test
    void nothingIsSentToIt() throws Exception {
        CompletableFuture<String> reason = new CompletableFuture<>();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String webhook = register(socket.getLocalPort());
            try (PinnedNames.Held _ = PinnedNames.pin(NAME, List.of(InetAddress.getLoopbackAddress()))) {
                send(webhook);
                WebhookCourier courier = new WebhookCourier(
                        store, subscriptions, secrets, egress, InstantSource.system(), (_, _) -> JsonObject.EMPTY);
                try (WebhookPost _ = new WebhookPost(
                        store, courier, InstantSource.system(), ONCE, bell, (_, why) -> reason.complete(why))) {
                    assertThat(reason.get(30, TimeUnit.SECONDS)).contains("it leads to a private address");
                }
            }
            socket.setSoTimeout(50);
            assertThat(knocked(socket)).isFalse();
        }
    }

    private static boolean knocked(ServerSocket socket) throws Exception {
        try {
            socket.accept().close();
            return true;
        } catch (java.net.SocketTimeoutException _) {
            return false;
        }
    }
}

package dev.waybill.runtime.webhook;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Webhook;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Brings one event to one receiver, signed. An attempt takes five seconds at most and follows no redirect; the address
/// is judged anew each time, because a name may lead elsewhere by now.
public final class WebhookCourier {

    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final List<String> PREFIXES = List.of("X-openwop-", "OpenWOP-");
    private static final int OK = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_REFUSAL = 400;
    private static final int GONE = 410;

    private final RunStore store;
    private final Subscriptions subscriptions;
    private final HookSecrets secrets;
    private final Egress egress;
    private final InstantSource clock;
    private final BiFunction<RunId, StoredEvent, JsonObject> wire;

    /// @param wire what an event looks like outside
    public WebhookCourier(
            RunStore store,
            Subscriptions subscriptions,
            HookSecrets secrets,
            Egress egress,
            InstantSource clock,
            BiFunction<RunId, StoredEvent, JsonObject> wire) {
        this.store = store;
        this.subscriptions = subscriptions;
        this.secrets = secrets;
        this.egress = egress;
        this.clock = clock;
        this.wire = wire;
    }

    /// Whom a letter is for.
    private record Receiver(String id, String url, String secret) {}

    /// @throws Undelivered when it did not arrive
    void deliver(OutboxItem item) throws Undelivered, InterruptedException {
        Optional<StoredRun> run = store.run(item.run());
        List<StoredEvent> events = run.isEmpty() ? List.of() : store.events(item.run(), item.sequence(), 1);
        if (run.isEmpty() || events.isEmpty()) {
            throw Undelivered.ever("the event is not there any more");
        }
        try {
            Seam.WEBHOOK.pass(run.get().header());
        } catch (ReachedOutside e) {
            throw Undelivered.ever(String.valueOf(e.getMessage()));
        }
        Optional<Receiver> receiver = receiver(item, run.get().header());
        if (receiver.isPresent()) {
            send(receiver.get(), item, run.get().header(), events.getFirst());
        }
    }

    /// Empty for a webhook that was deleted meanwhile.
    private Optional<Receiver> receiver(OutboxItem item, RunHeader header) throws Undelivered {
        Optional<String> id = Letter.webhook(item);
        if (id.isEmpty()) {
            String url = WebhookDeliveries.callback(header);
            String name = Letter.callbackId(header.runId());
            return url == null
                    ? Optional.empty()
                    : Optional.of(new Receiver(name, url, secrets.of(header.tenant(), name)));
        }
        Optional<Webhook> webhook = subscriptions.find(id.get());
        if (webhook.isEmpty()) {
            return Optional.empty();
        }
        String secret = secrets.of(webhook.get().tenant(), id.get());
        if (!HookSecrets.fingerprint(secret).equals(webhook.get().fingerprint())) {
            throw Undelivered.now("this process has another webhook key than the one that made its secret");
        }
        return Optional.of(new Receiver(id.get(), webhook.get().url(), secret));
    }

    private void send(Receiver receiver, OutboxItem item, RunHeader header, StoredEvent event)
            throws Undelivered, InterruptedException {
        byte[] body = JsonWriter.compactBytes(JsonObject.builder()
                .put("runId", header.runId().value())
                .put("workspaceId", header.tenant())
                .put("type", event.type())
                .put("event", wire.apply(header.runId(), event))
                .build());
        try {
            HttpResponse<InputStream> response = egress.toGiven(
                    request(receiver, item, event.type(), body), HttpResponse.BodyHandlers.ofInputStream());
            // What it says is of no interest, however long it goes on.
            response.body().close();
            judge(response.statusCode());
        } catch (HttpTimeoutException _) {
            throw Undelivered.now("no answer within " + PATIENCE.toSeconds() + " seconds");
        } catch (ConnectException _) {
            throw Undelivered.now("nobody answers there");
        } catch (EgressRefused e) {
            throw Undelivered.now(String.valueOf(e.getMessage()));
        } catch (IOException | IllegalArgumentException _) {
            throw Undelivered.now("the connection broke, or could not be made");
        }
    }

    private static void judge(int status) throws Undelivered {
        if (status == GONE) {
            throw Undelivered.ever("it answered 410: it wants no more");
        }
        if (status >= FIRST_REDIRECT && status < FIRST_REFUSAL) {
            throw Undelivered.now("it redirects (" + status + "), which is not followed");
        }
        if (status < OK || status >= FIRST_REFUSAL) {
            throw Undelivered.now("it answered " + status);
        }
    }

    private HttpRequest request(Receiver receiver, OutboxItem item, String type, byte[] body) {
        long seconds = clock.instant().getEpochSecond();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(receiver.url()))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("User-Agent", "waybill")
                .header("Waybill-Delivery-Id", item.id())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        for (String prefix : PREFIXES) {
            request.header(prefix + "Webhook-Id", receiver.id())
                    .header(prefix + "Event-Type", type)
                    .header(prefix + "Timestamp", String.valueOf(seconds))
                    .header(prefix + "Signature", HookSecrets.signature(receiver.secret(), seconds, body))
                    .header(prefix + "Signature-Algorithm", "v1");
        }
        return request.build();
    }
}

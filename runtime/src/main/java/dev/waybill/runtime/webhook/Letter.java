package dev.waybill.runtime.webhook;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Webhook;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An event on its way to one receiver, as the outbox keeps it: it names the event and whom it is for, and holds
/// neither.
final class Letter {

    /// How all kinds begin. Each receiver is a kind of its own, so that nobody waits for another.
    static final String FAMILY = "webhook:";

    private static final String WEBHOOK = "webhookId";
    private static final String CALLBACK = "callback:";

    private Letter() {}

    static String kind(String webhookId) {
        return FAMILY + webhookId;
    }

    static OutboxItem of(Webhook webhook, RunId run, long sequence, Instant at) {
        return item(webhook.id(), kind(webhook.id()), run, sequence, at, webhook.id());
    }

    /// One for the address that a run was started with.
    static OutboxItem ofCallback(RunHeader header, String url, long sequence, Instant at) {
        String kind = FAMILY + CALLBACK + receiver(header.tenant(), url);
        return item(callbackId(header.runId()), kind, header.runId(), sequence, at, null);
    }

    /// What stands for a webhook's id in deliveries to a callback.
    static String callbackId(RunId run) {
        return "callback_" + run.value();
    }

    private static OutboxItem item(
            String to, String kind, RunId run, long sequence, Instant at, @Nullable String webhookId) {
        JsonObject body = webhookId == null ? JsonObject.EMPTY : JsonObject.of(WEBHOOK, webhookId);
        return new OutboxItem(
                to + ":" + run.value() + ":" + sequence, run, sequence, kind, JsonWriter.compactBytes(body), at, 0);
    }

    /// Empty for a callback.
    static Optional<String> webhook(OutboxItem item) {
        return KeptJson.read(item.body(), "outbox, " + item.id()).string(WEBHOOK);
    }

    /// Two addresses of one tenant on one host are one receiver.
    private static String receiver(String tenant, String url) {
        return Digest.of((tenant + "\0" + URI.create(url).getAuthority()).getBytes(StandardCharsets.UTF_8))
                .hex()
                .substring(0, 16);
    }
}

package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.Webhook;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.webhook.WebhookDesk;
import dev.waybill.runtime.webhook.WebhookDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who hears of events. The protocol has registration and its end; the list, what was given up and its second chance
/// are ours.
record WebhookRoutes(RestHost host) {

    private static final String ALL = "/webhooks";
    private static final String ONE = ALL + "/{webhookId}";
    private static final int MOST_TEXTS = 100;
    private static final int LONGEST_TEXT = 256;

    List<Route> routes() {
        return List.of(
                Route.post(ALL, "registerWebhook", Scope.WEBHOOKS_MANAGE, "Have events delivered to an address.")
                        .takes("WebhookDraft")
                        .gives(201, "WebhookRegistered")
                        .refuses(400, 401, 403, 409, 413, 415)
                        .keyed()
                        .by(this::register),
                Route.get(ALL, "listWebhooks", Scope.WEBHOOKS_MANAGE, "The webhooks, and how they fare.")
                        .gives(200, "WebhookList")
                        .refuses(401, 403)
                        .by(this::list),
                Route.delete(ONE, "deleteWebhook", Scope.WEBHOOKS_MANAGE, "Deliver nothing there any more.")
                        .query("tenantId", "The caller's own tenant, or nothing.")
                        .gives(204, "")
                        .refuses(401, 403, 404)
                        .by(this::delete),
                Route.get(
                                ONE + "/dead-letters",
                                "listDeadLetters",
                                Scope.WEBHOOKS_MANAGE,
                                "Deliveries that were given up, the latest first.")
                        .query("limit", "At most so many, 1 to 1000 (default 100).")
                        .gives(200, "DeadLetters")
                        .refuses(400, 401, 403, 404)
                        .by(this::deadLetters),
                Route.post(
                                ONE + ":redeliver",
                                "redeliverWebhook",
                                Scope.WEBHOOKS_MANAGE,
                                "Try again what was given up.")
                        .gives(202, "Redelivered")
                        .refuses(400, 401, 403, 404)
                        .by(this::redeliver));
    }

    private Answer register(Call call) {
        JsonObject body = call.body();
        Caller caller = own(call, Fields.text(body, "tenantId").orElse(null));
        WebhookDraft draft = new WebhookDraft(
                Fields.required(body, "url"),
                Fields.texts(body, "events", MOST_TEXTS, LONGEST_TEXT),
                Fields.texts(body, "tags", MOST_TEXTS, LONGEST_TEXT));
        WebhookDesk.Registered registered = host.webhooks().register(caller, draft, call.idempotencyKey());
        JsonObject answer = JsonObject.of("webhookId", registered.webhook().id())
                .with("secret", registered.secret())
                .with("secretFingerprint", registered.webhook().fingerprint());
        return Replayed.mark(Answer.json(201, answer).with("Cache-Control", "no-store"), registered.again());
    }

    /// @param tenant whose webhook it is to be; null for the caller's
    private static Caller own(Call call, @Nullable String tenant) {
        if (tenant != null && !tenant.equals(call.caller().tenant())) {
            throw new RestRefusal(403, "forbidden", "webhooks belong to the tenant whose key registers them");
        }
        return call.caller();
    }

    private Answer list(Call call) {
        List<JsonValue> rows = new ArrayList<>();
        host.webhooks().list(call.caller()).forEach(status -> rows.add(row(status)));
        return Answer.ok(JsonObject.of("webhooks", new JsonArray(rows)));
    }

    private static JsonObject row(WebhookDesk.Status status) {
        Webhook webhook = status.webhook();
        return JsonObject.of("webhookId", webhook.id())
                .with("url", webhook.url())
                .with("events", JsonArray.ofStrings(webhook.events()))
                .with("tags", JsonArray.ofStrings(webhook.tags()))
                .with("secretFingerprint", webhook.fingerprint())
                .with("createdAt", Times.format(webhook.createdAt()))
                .with("createdBy", webhook.createdBy())
                .with("waiting", status.backlog().waiting())
                .with("deadLetters", status.backlog().dead());
    }

    private Answer delete(Call call) {
        Caller caller = own(call, call.query("tenantId").orElse(null));
        if (!host.webhooks().remove(caller, call.path("webhookId"))) {
            throw unknown();
        }
        return Answer.empty(204);
    }

    private static RestRefusal unknown() {
        return new RestRefusal(404, "subscription_not_found", "there is no such webhook");
    }

    private Answer deadLetters(Call call) {
        int limit = (int) call.number("limit", 100, 1, 1_000);
        List<JsonValue> rows = new ArrayList<>();
        host.webhooks()
                .deadLetters(call.caller(), call.path("webhookId"), limit)
                .orElseThrow(WebhookRoutes::unknown)
                .forEach(letter -> rows.add(row(letter)));
        return Answer.ok(JsonObject.of("deadLetters", new JsonArray(rows)));
    }

    private static JsonObject row(DeadLetter letter) {
        return JsonObject.of("deliveryId", letter.item().id())
                .with("runId", letter.item().run().value())
                .with("sequence", letter.item().sequence())
                .with("attempts", letter.item().attempts())
                .with("givenUpAt", Times.format(letter.diedAt()))
                .with("reason", letter.reason());
    }

    private Answer redeliver(Call call) {
        int count =
                host.webhooks().redeliver(call.caller(), call.path("webhookId")).orElseThrow(WebhookRoutes::unknown);
        return Answer.json(202, JsonObject.of("redelivering", count));
    }
}

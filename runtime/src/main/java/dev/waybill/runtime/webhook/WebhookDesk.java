package dev.waybill.runtime.webhook;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Idempotency;
import dev.waybill.runtime.egress.Egress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Where callers register what they want to hear of. Everything here is the caller's tenant's own.
public final class WebhookDesk {

    private static final int MOST_WEBHOOKS = 100;
    private static final int MOST_EVENTS = 100;
    private static final String ID = "webhookId";

    private final RunStore store;
    private final Subscriptions subscriptions;
    private final HookSecrets secrets;
    private final HookAddress addresses;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Bell bell;

    public WebhookDesk(
            RunStore store,
            Subscriptions subscriptions,
            HookSecrets secrets,
            Egress egress,
            InstantSource clock,
            RandomGenerator random,
            Bell bell) {
        this.store = store;
        this.subscriptions = subscriptions;
        this.secrets = secrets;
        this.addresses = new HookAddress(egress);
        this.clock = clock;
        this.random = random;
        this.bell = bell;
    }

    /// A webhook that was registered.
    ///
    /// @param secret shown this once
    /// @param again whether an earlier call with the same key did it
    public record Registered(Webhook webhook, String secret, boolean again) {}

    /// A webhook and how it fares.
    public record Status(Webhook webhook, Backlog backlog) {}

    /// @param key two calls of one tenant with the same key register one webhook
    /// @throws Refused when nothing may be delivered there, or the request breaks a rule
    public Registered register(Caller caller, WebhookDraft draft, @Nullable String key) {
        caller.require(Scope.WEBHOOKS_MANAGE);
        Instant now = clock.instant();
        IdempotencyKey call = Idempotency.key(caller, "webhooks.register", key);
        Optional<IdempotencyRecord> earlier = call == null ? Optional.empty() : store.answered(call, now);
        if (earlier.isPresent()) {
            return again(caller, draft, earlier.get());
        }
        check(draft);
        requireRoom(caller);
        String id = "wh_" + (key == null ? fresh() : secrets.name(caller.tenant(), key));
        String secret = secrets.of(caller.tenant(), id);
        Webhook webhook = webhook(caller, draft, id, now);
        Webhook registered = add(webhook);
        if (call != null) {
            JsonObject answer = JsonObject.of(ID, id);
            Transaction remembered = new Transaction(
                    List.of(), List.of(), List.of(), Idempotency.record(call, draft.toJson(), answer, now));
            if (store.commit(remembered) instanceof Commit.Answered answered) {
                return again(caller, draft, answered.earlier());
            }
        }
        return new Registered(registered, secret, false);
    }

    /// The secret is made again rather than kept with the answer.
    private Registered again(Caller caller, WebhookDraft draft, IdempotencyRecord earlier) {
        String id = Idempotency.answer(earlier, draft.toJson()).string(ID).orElseThrow();
        return new Registered(webhook(caller, draft, id, earlier.createdAt()), secrets.of(caller.tenant(), id), true);
    }

    private Webhook webhook(Caller caller, WebhookDraft draft, String id, Instant at) {
        String fingerprint = HookSecrets.fingerprint(secrets.of(caller.tenant(), id));
        return new Webhook(
                id, caller.tenant(), draft.url(), draft.events(), draft.tags(), fingerprint, at, caller.principal());
    }

    /// An id that is taken belongs to a call with the same key whose answer was lost.
    private Webhook add(Webhook webhook) {
        try {
            if (store.webhooks().add(webhook)) {
                return webhook;
            }
        } finally {
            subscriptions.forget();
        }
        Webhook known = own(webhook.tenant(), webhook.id())
                .orElseThrow(() -> new IllegalStateException("a fresh webhook id was taken"));
        if (!known.url().equals(webhook.url())
                || !known.events().equals(webhook.events())
                || !known.tags().equals(webhook.tags())) {
            throw new Refused(
                    RefusalCode.IDEMPOTENCY_KEY_MISMATCH,
                    "this idempotency key was used for another request; use a new key");
        }
        return known;
    }

    private void check(WebhookDraft draft) {
        if (draft.events().isEmpty() || draft.events().size() > MOST_EVENTS) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "\"events\": expected 1 to %d types of events, found %d"
                            .formatted(MOST_EVENTS, draft.events().size()));
        }
        draft.events().stream()
                .filter(name -> !HookFilter.isName(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new Refused(
                            RefusalCode.VALIDATION_ERROR,
                            "\"events\": expected names such as run.completed, run.* or *, found one that is none");
                });
        for (String name : draft.events()) {
            HookFilter.slip(name).ifPresent(hint -> {
                throw new Refused(
                        RefusalCode.VALIDATION_ERROR,
                        "\"events\": no event is ever called \"%s\"; %s".formatted(Shortened.of(name, 40), hint));
            });
        }
        addresses.check(draft.url());
    }

    private void requireRoom(Caller caller) {
        if (subscriptions.of(caller.tenant()).size() >= MOST_WEBHOOKS) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "a tenant has at most %d webhooks; delete one first".formatted(MOST_WEBHOOKS));
        }
    }

    private String fresh() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public List<Status> list(Caller caller) {
        caller.require(Scope.WEBHOOKS_MANAGE);
        List<Backlog> backlog = store.postings().backlog(Letter.FAMILY);
        return store.webhooks().all().stream()
                .filter(row -> row.tenant().equals(caller.tenant()))
                .map(Webhooks.Row::readable)
                .map(webhook -> new Status(webhook, of(webhook, backlog)))
                .toList();
    }

    private static Backlog of(Webhook webhook, List<Backlog> all) {
        String kind = Letter.kind(webhook.id());
        return all.stream().filter(it -> it.kind().equals(kind)).findFirst().orElse(new Backlog(kind, 0, 0));
    }

    private Optional<Webhook> own(String tenant, String id) {
        return store.webhooks().all().stream()
                .filter(row -> row.tenant().equals(tenant) && row.id().equals(id))
                .findFirst()
                .map(Webhooks.Row::readable);
    }

    /// Forgets a webhook and all that waits for it.
    ///
    /// @return whether the caller's tenant had one
    public boolean remove(Caller caller, String id) {
        caller.require(Scope.WEBHOOKS_MANAGE);
        try {
            if (!store.webhooks().remove(caller.tenant(), id)) {
                return false;
            }
        } finally {
            subscriptions.forget();
        }
        store.postings().drop(Letter.kind(id));
        return true;
    }

    /// What was given up for a webhook, the latest first; empty when the caller's tenant has none of this name.
    public Optional<List<DeadLetter>> deadLetters(Caller caller, String id, int limit) {
        caller.require(Scope.WEBHOOKS_MANAGE);
        return own(caller.tenant(), id).map(_ -> store.postings().buried(Letter.kind(id), limit));
    }

    /// Tries again what was given up.
    ///
    /// @return how many; empty when the caller's tenant has no such webhook
    public Optional<Integer> redeliver(Caller caller, String id) {
        caller.require(Scope.WEBHOOKS_MANAGE);
        Optional<Integer> revived =
                own(caller.tenant(), id).map(_ -> store.postings().revive(Letter.kind(id), clock.instant()));
        bell.ring();
        return revived;
    }

    /// @throws Refused when nothing is delivered to this address
    public void checkCallback(String url) {
        addresses.check(url);
    }

    /// What signs deliveries to the address that a run was started with.
    public String callbackSecret(String tenant, RunId run) {
        return secrets.of(tenant, Letter.callbackId(run));
    }

    /// How the receivers of a store fare, for its operator.
    public static List<Backlog> backlog(RunStore store) {
        return store.postings().backlog(Letter.FAMILY);
    }
}

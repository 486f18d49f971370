package dev.waybill.runtime.trigger;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.RunHost;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.trigger.TriggerConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What people and doors do with triggers: look at them, pause them, fire those that wait for a request.
public final class TriggerDesk {

    /// Where requests to webhooks come in, before the tenant.
    public static final String HOOKS = "/hooks/";

    private static final int PATIENCE = 20;

    private final RunHost host;
    private final RunStore store;
    private final TriggerCatalog catalog;
    private final InstantSource clock;

    public TriggerDesk(RunHost host, TriggerCatalog catalog, InstantSource clock) {
        this.host = host;
        this.store = host.store();
        this.catalog = catalog;
        this.clock = clock;
    }

    /// A trigger and how it stands.
    ///
    /// @param next when it is due; null for one that is not due by itself, or paused
    /// @param lastRun what it started last
    /// @param lastDue the time for which that was
    /// @param problem why it does not fire, or did not the last time; null when all is well
    public record Row(
            BoundTrigger trigger,
            boolean paused,
            @Nullable Instant next,
            @Nullable String lastRun,
            @Nullable Instant lastDue,
            @Nullable String problem) {

        public JsonObject toJson() {
            boolean sound = trigger.problems().isEmpty();
            TriggerConfig config = trigger.config();
            boolean schedule = sound && trigger.type() == TriggerType.SCHEDULE;
            boolean hook = sound && trigger.type() == TriggerType.WEBHOOK;
            return JsonObject.builder()
                    .put("workflowId", trigger.workflow())
                    .put("triggerId", trigger.trigger().id())
                    .put("type", trigger.type().wire())
                    .put("tenant", trigger.tenant())
                    .put("paused", paused)
                    .putIfPresent("cron", schedule ? config.schedule().text() : null)
                    .putIfPresent("timezone", schedule ? config.timezone() : null)
                    .putIfPresent("missedFirePolicy", schedule ? config.missed().wire() : null)
                    .putIfPresent("path", hook ? HOOKS + trigger.tenant() + config.path() : null)
                    .putIfPresent("nextDueAt", next == null ? null : next.toString())
                    .putIfPresent("lastRunId", lastRun)
                    .putIfPresent("lastDueAt", lastDue == null ? null : lastDue.toString())
                    .putIfPresent("problem", problem)
                    .build();
        }
    }

    /// Those that the caller sees.
    public List<Row> list(Caller caller) {
        caller.require(Scope.MANIFEST_READ);
        List<Row> rows = new ArrayList<>();
        Set<String> paths = new LinkedHashSet<>();
        for (BoundTrigger trigger : catalog.all()) {
            boolean second = trigger.type() == TriggerType.WEBHOOK
                    && trigger.problems().isEmpty()
                    && !paths.add(trigger.tenant() + " " + trigger.config().path());
            if (caller.sees(trigger.tenant())) {
                rows.add(row(trigger, second));
            }
        }
        return rows;
    }

    private Row row(BoundTrigger trigger, boolean second) {
        Instant now = now();
        TriggerState state =
                store.latches().find(trigger.key()).map(TriggerState::of).orElse(TriggerState.fresh(trigger, now));
        List<String> problems = trigger.problems();
        String problem =
                !problems.isEmpty() ? problems.getFirst() : second ? "another workflow has this path" : state.problem();
        boolean due = trigger.type() == TriggerType.SCHEDULE && problems.isEmpty() && !state.paused();
        Instant next = due ? trigger.config().schedule().after(now).orElse(null) : null;
        return new Row(trigger, state.paused(), next, state.lastRun(), state.lastDue(), problem);
    }

    /// Fires nothing any more until it is resumed; what is due meanwhile is over.
    ///
    /// @throws Refused when the caller sees no such trigger
    public Row pause(Caller caller, String workflow, String trigger) {
        return change(caller, workflow, trigger, state -> state.paused(true));
    }

    /// @throws Refused when the caller sees no such trigger
    public Row resume(Caller caller, String workflow, String trigger) {
        return change(
                caller,
                workflow,
                trigger,
                state -> state.paused() ? state.paused(false).settled(now()) : state);
    }

    private Row change(Caller caller, String workflow, String name, UnaryOperator<TriggerState> change) {
        caller.require(Scope.WORKFLOWS_WRITE);
        BoundTrigger trigger = catalog.all().stream()
                .filter(it -> caller.sees(it.tenant())
                        && it.workflow().equals(workflow)
                        && it.trigger().id().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refused(
                        RefusalCode.TRIGGER_NOT_FOUND, "no trigger is called %s/%s".formatted(workflow, name)));
        for (int attempt = 0; attempt < PATIENCE; attempt++) {
            Instant now = now();
            Latch latch = store.latches().find(trigger.key()).orElse(null);
            TriggerState state = latch == null ? TriggerState.fresh(trigger, now) : TriggerState.of(latch);
            if (move(trigger, latch, change.apply(state), now)) {
                break;
            }
        }
        return row(trigger, false);
    }

    private boolean move(BoundTrigger trigger, @Nullable Latch latch, TriggerState state, Instant now) {
        Latch next = latch == null ? Latch.first(trigger.key(), state.toText(), now) : latch.next(state.toText(), now);
        return store.commit(Transaction.of(next)) instanceof Commit.Done;
    }

    /// The webhook of a tenant at a path; of two, the one whose workflow comes first.
    public Optional<BoundTrigger> hook(String tenant, String path) {
        return catalog.all().stream()
                .filter(it -> it.type() == TriggerType.WEBHOOK && it.tenant().equals(tenant))
                .filter(it -> it.problems().isEmpty() && it.config().path().equals(path))
                .findFirst();
    }

    /// Whether somebody paused it.
    public boolean isPaused(BoundTrigger trigger) {
        return store.latches()
                .find(trigger.key())
                .map(TriggerState::of)
                .filter(TriggerState::paused)
                .isPresent();
    }

    /// Starts a run because of a request.
    ///
    /// @param data what the run is told of it
    /// @param key the delivery's own name: the second one gets the first one's run
    /// @param compared what two deliveries of one name have in common
    /// @throws Refused when the run cannot start
    public Created fire(BoundTrigger trigger, JsonObject data, @Nullable String key, JsonObject compared) {
        Created created =
                new Firings(host).fire(trigger, data, key == null ? null : trigger.name() + "#" + key, compared, null);
        if (!created.again()) {
            remember(trigger, created);
        }
        return created;
    }

    /// Binds a signature to the delivery that it came with, so that nobody starts another run with it.
    ///
    /// @param lasts how long the signature would be accepted
    /// @return whether this is that delivery
    public boolean bind(BoundTrigger trigger, String signature, String delivery, Duration lasts) {
        Instant now = now();
        String name = Digest.of((trigger.name() + "#" + signature).getBytes(StandardCharsets.UTF_8))
                .hex();
        Digest bound = Digest.of(delivery.getBytes(StandardCharsets.UTF_8));
        IdempotencyRecord use = new IdempotencyRecord(
                new IdempotencyKey(trigger.tenant(), "webhook.signature", name),
                bound,
                new byte[0],
                now,
                now.plus(lasts));
        Commit commit = store.commit(new Transaction(List.of(), List.of(), List.of(), use));
        return !(commit instanceof Commit.Answered(var earlier))
                || earlier.request().equals(bound);
    }

    /// For people: of two runs at once, either is the last.
    private void remember(BoundTrigger trigger, Created created) {
        Instant now = now();
        Latch latch = store.latches().find(trigger.key()).orElse(null);
        TriggerState state = latch == null ? TriggerState.fresh(trigger, now) : TriggerState.of(latch);
        move(trigger, latch, state.fired(created.run().value(), now), now);
    }

    /// The triggers that look after failed runs of a tenant.
    List<BoundTrigger> handlers(String tenant, String workflow, String code) {
        return catalog.all().stream()
                .filter(it -> it.type() == TriggerType.ERROR && it.tenant().equals(tenant))
                .filter(it -> it.problems().isEmpty() && !it.workflow().equals(workflow))
                .filter(it ->
                        fits(it.config(), "workflowIdFilter", workflow) && fits(it.config(), "errorCodeFilter", code))
                .toList();
    }

    private static boolean fits(TriggerConfig config, String filter, String value) {
        String wanted = config.filter(filter);
        return wanted.isEmpty() || wanted.equals(value);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

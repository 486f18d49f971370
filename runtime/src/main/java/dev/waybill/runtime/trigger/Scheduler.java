package dev.waybill.runtime.trigger;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.LatchMoved;
import dev.waybill.runtime.RunHost;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.trigger.CatchUp;
import dev.waybill.workflow.trigger.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Fires schedules. Every process that serves triggers has one, and looks at the same latches: a run begins in the
/// transaction that moves its trigger's latch past the time that was due, so each time starts one run in the whole
/// cluster, whichever process comes first and whenever it dies.
public final class Scheduler {

    /// Nobody fires what lies in the future. A store that knows times so far ahead was written under a wrong clock.
    private static final Duration WRONG_CLOCK = Duration.ofHours(1);

    /// Two processes with different files of one workflow do not undo each other's work for ever.
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final RunStore store;
    private final TriggerCatalog catalog;
    private final Firings firings;
    private final InstantSource clock;
    private final Consumer<String> complaints;

    /// @param complaints hears of triggers that started nothing
    public Scheduler(RunHost host, TriggerCatalog catalog, InstantSource clock, Consumer<String> complaints) {
        this.store = host.store();
        this.catalog = catalog;
        this.firings = new Firings(host);
        this.clock = clock;
        this.complaints = complaints;
    }

    /// Fires what is due.
    ///
    /// @return how long nothing is due, as far as it is known
    public Duration poll(Duration most) {
        List<BoundTrigger> triggers = catalog.all();
        if (triggers.isEmpty()) {
            return most;
        }
        Map<LatchKey, Latch> latches = new TreeMap<>();
        store.latches().list(BoundTrigger.KIND).forEach(latch -> latches.put(latch.key(), latch));
        Duration wait = most;
        for (BoundTrigger trigger : triggers) {
            Duration next = lookApart(trigger, latches.get(trigger.key()), most);
            wait = next.compareTo(wait) < 0 ? next : wait;
        }
        return wait;
    }

    /// Damage in what is known of one trigger is no reason for the others to rest.
    private Duration lookApart(BoundTrigger trigger, @Nullable Latch latch, Duration most) {
        try {
            return look(trigger, latch, most);
        } catch (StoreException e) {
            if (e.problem() != StoreProblem.CORRUPT) {
                throw e;
            }
            complaints.accept("the trigger %s starts nothing: %s".formatted(trigger.key(), e.getMessage()));
            return most;
        }
    }

    private Duration look(BoundTrigger trigger, @Nullable Latch latch, Duration most) {
        Instant now = now();
        if (latch == null) {
            move(Latch.first(trigger.key(), TriggerState.fresh(trigger, now).toText(), now));
            return Duration.ZERO;
        }
        TriggerState state = TriggerState.of(latch);
        boolean changed = !state.fingerprint().equals(trigger.fingerprint());
        boolean ahead = state.handled().isAfter(now.plus(WRONG_CLOCK));
        if (ahead || (changed && latch.at().isBefore(now.minus(SETTLED)))) {
            move(latch.next(state.under(trigger.fingerprint(), now).toText(), now));
            return Duration.ZERO;
        }
        if (trigger.type() != TriggerType.SCHEDULE
                || state.paused()
                || !trigger.problems().isEmpty()) {
            return most;
        }
        return fire(trigger, latch, state, now, most);
    }

    private Duration fire(BoundTrigger trigger, Latch latch, TriggerState state, Instant now, Duration most) {
        Schedule schedule = trigger.config().schedule();
        CatchUp plan =
                CatchUp.of(schedule, trigger.config().missed(), trigger.config().catchUp(), state.handled(), now);
        Instant handled = plan.handled();
        Latch at = latch;
        for (Instant due : plan.fire()) {
            at = fire(trigger, at, due, now);
            if (at.version() == latch.version()) {
                // Somebody else is at it.
                return Duration.ZERO;
            }
        }
        if (handled != null && plan.fire().isEmpty()) {
            move(at.next(state.settled(handled).toText(), now));
        }
        return schedule.after(handled == null ? state.handled() : handled)
                .map(next -> Duration.between(now, next))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                .filter(wait -> wait.compareTo(most) < 0)
                .orElse(most);
    }

    /// @return the latch afterwards; the same when somebody else moved it
    private Latch fire(BoundTrigger trigger, Latch latch, Instant due, Instant now) {
        TriggerState state = TriggerState.of(latch);
        Latch[] moved = {latch};
        try {
            Created created =
                    firings.fire(trigger, data(trigger, due, now), key(trigger, due), compared(due), (RunId run) -> {
                        moved[0] = latch.next(state.fired(run.value(), due).toText(), now);
                        return moved[0];
                    });
            if (created.again()) {
                // It was fired before, under a clock that was set back since.
                return advanced(latch, state.fired(created.run().value(), due), now);
            }
            return moved[0];
        } catch (LatchMoved _) {
            return latch;
        } catch (Refused refused) {
            complaints.accept("the trigger %s of %s started nothing at %s: %s"
                    .formatted(trigger.name(), trigger.tenant(), due, refused.getMessage()));
            return advanced(latch, state.failed(String.valueOf(refused.getMessage()), due), now);
        }
    }

    private Latch advanced(Latch latch, TriggerState state, Instant now) {
        Latch next = latch.next(state.toText(), now);
        return move(next) ? next : latch;
    }

    private boolean move(Latch latch) {
        return store.commit(Transaction.of(latch)) instanceof Commit.Done;
    }

    private static String key(BoundTrigger trigger, Instant due) {
        return trigger.name() + "@" + due;
    }

    private static JsonObject compared(Instant due) {
        return JsonObject.builder().put("due", due.toString()).build();
    }

    private static JsonObject data(BoundTrigger trigger, Instant due, Instant now) {
        return JsonObject.builder()
                .put("firedAt", Times.format(now))
                .put("scheduledFor", due.toString())
                .put("cron", trigger.config().schedule().text())
                .put("timezone", trigger.config().timezone())
                .put("isCatchUp", CatchUp.isLate(due, now))
                .build();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

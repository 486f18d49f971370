package dev.waybill.workflow.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a schedule has to do now, after nobody looked for a while.
///
/// @param fire the times to start a run for, oldest first
/// @param handled the last time that is settled with that; null when nothing was due
public record CatchUp(List<Instant> fire, @Nullable Instant handled) {

    /// A time that is no older than this is not missed: somebody was only busy.
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    public CatchUp {
        fire = List.copyOf(fire);
    }

    /// @param handled what is settled already
    /// @param most how many runs at once
    public static CatchUp of(Schedule schedule, MissedPolicy policy, int most, Instant handled, Instant now) {
        List<Instant> due = latest(schedule, handled, now, policy == MissedPolicy.ALL ? most : 1);
        if (due.isEmpty()) {
            return new CatchUp(List.of(), null);
        }
        boolean skipped = policy == MissedPolicy.SKIP && isLate(due.getLast(), now);
        return new CatchUp(skipped ? List.of() : due, due.getLast());
    }

    public static boolean isLate(Instant due, Instant now) {
        return Duration.between(due, now).compareTo(PATIENCE) > 0;
    }

    /// The last times that were due, oldest first. A schedule of seconds that nobody looked at for a year has
    /// millions: only as much of the past is looked at as gives enough of them.
    private static List<Instant> latest(Schedule schedule, Instant handled, Instant now, int most) {
        for (Duration window = PATIENCE; ; window = window.multipliedBy(8)) {
            boolean whole = window.compareTo(Duration.between(handled, now)) >= 0;
            ArrayDeque<Instant> due = new ArrayDeque<>();
            Instant next = schedule.after(whole ? handled : now.minus(window)).orElse(null);
            while (next != null && !next.isAfter(now)) {
                due.add(next);
                if (due.size() > most) {
                    due.removeFirst();
                }
                next = schedule.after(next).orElse(null);
            }
            if (whole || due.size() == most) {
                return new ArrayList<>(due);
            }
        }
    }
}

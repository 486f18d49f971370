package dev.waybill.workflow.trigger;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When something is due, in whole seconds.
public sealed interface Schedule {

    /// The first time after this one; empty when there is none any more.
    Optional<Instant> after(Instant time);

    /// How authors wrote it.
    String text();

    /// At the same distance for ever, counted from the beginning of 1970: every process has the same times.
    record Every(long seconds) implements Schedule {

        public Every {
            if (seconds < 1) {
                throw new IllegalArgumentException("an interval has at least a second");
            }
        }

        @Override
        public Optional<Instant> after(Instant time) {
            return Optional.of(Instant.ofEpochSecond((Math.floorDiv(time.getEpochSecond(), seconds) + 1) * seconds));
        }

        @Override
        public String text() {
            return "@every " + seconds + "s";
        }
    }

    /// By the clocks of a time zone.
    ///
    /// Where clocks go forward, a time that is left out is due when they do; where they go back, a time that comes
    /// twice is due the first time. Expressions for every hour follow real time instead: nothing is made up for,
    /// and both hours count.
    record Clock(Cron cron, ZoneId zone) implements Schedule {

        @Override
        public Optional<Instant> after(Instant time) {
            ZoneRules rules = zone.getRules();
            Instant from = time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
            Instant last = from.plus(366L * Cron.LONGEST_YEARS, ChronoUnit.DAYS);
            ZoneOffsetTransition change = rules.nextTransition(from.minusNanos(1));
            if (change != null && change.getInstant().equals(from) && isMadeUpFor(change)) {
                return Optional.of(from);
            }
            while (from.isBefore(last)) {
                Optional<LocalDateTime> next = cron.from(local(from, rules));
                change = rules.nextTransition(from);
                if (next.isPresent() && (change == null || next.get().isBefore(change.getDateTimeBefore()))) {
                    return Optional.of(next.get().toInstant(rules.getOffset(from)));
                }
                if (change == null) {
                    return Optional.empty();
                }
                from = change.getInstant();
                if (isMadeUpFor(change)) {
                    return Optional.of(from);
                }
            }
            return Optional.empty();
        }

        /// Whether a time was left out by a change of clocks.
        private boolean isMadeUpFor(ZoneOffsetTransition change) {
            return change.isGap()
                    && !cron.everyHour()
                    && cron.from(change.getDateTimeBefore())
                            .filter(next -> next.isBefore(change.getDateTimeAfter()))
                            .isPresent();
        }

        /// The time on the clock; after clocks went back, not before it is a time that was never there.
        private LocalDateTime local(Instant instant, ZoneRules rules) {
            ZoneOffset offset = rules.getOffset(instant);
            LocalDateTime local = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, offset);
            @Nullable ZoneOffsetTransition before = rules.previousTransition(instant.plusNanos(1));
            boolean again = before != null
                    && before.isOverlap()
                    && !cron.everyHour()
                    && local.isBefore(before.getDateTimeBefore());
            return again ? before.getDateTimeBefore() : local;
        }

        @Override
        public String text() {
            return cron.toString();
        }
    }
}

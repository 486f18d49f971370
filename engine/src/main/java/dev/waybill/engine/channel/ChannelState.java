package dev.waybill.engine.channel;

import dev.waybill.base.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalLong;
import org.pcollections.PVector;

/// What a channel holds. A value: a write gives another state and leaves this one as it is.
public sealed interface ChannelState {

    /// Nobody has written, and there is no default.
    record Unwritten() implements ChannelState {}

    /// One value: of `replace`, `merge` and `counter`.
    record Single(JsonValue value) implements ChannelState {
        public Single {
            Objects.requireNonNull(value);
        }
    }

    /// Entries in the order of their writes: of `append`, `votes`, `feedback` and `message`.
    ///
    /// @param ttlMs how old an entry may get
    record Entries(PVector<Entry> entries, OptionalLong ttlMs) implements ChannelState {

        /// The entries that are not too old at a time. An entry of exactly the greatest age is not.
        PVector<Entry> alive(Instant at) {
            if (ttlMs.isEmpty()) {
                return entries;
            }
            Instant oldest = at.minus(Duration.ofMillis(ttlMs.getAsLong()));
            PVector<Entry> alive = entries;
            for (int i = entries.size() - 1; i >= 0; i--) {
                if (entries.get(i).at().isBefore(oldest)) {
                    alive = alive.minus(i);
                }
            }
            return alive;
        }
    }

    /// @param at the run's logical time of the write
    record Entry(JsonValue value, Instant at) {
        public Entry {
            Objects.requireNonNull(value);
            Objects.requireNonNull(at);
        }
    }

    ChannelState UNWRITTEN = new Unwritten();
}

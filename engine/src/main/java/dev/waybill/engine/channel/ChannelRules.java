package dev.waybill.engine.channel;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.DataFact.ChannelWritten;
import dev.waybill.workflow.Channel;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What decides how one write is folded. Every write records it, so that a log folds the same whatever a later
/// definition says.
///
/// @param ttlMs how old an entry may get
/// @param maxSize how many entries there may be
public record ChannelRules(String channel, Reducer reducer, OptionalLong ttlMs, OptionalLong maxSize) {

    static final String ONE_REDUCER = "one reducer for all writes";

    private static final String DEFAULT_REDUCER = "replace";
    private static final String TTL = "ttlMs";
    private static final String MAX_SIZE = "maxSize";

    /// @throws ChannelRefused when the reducer is not one of this engine's
    public static ChannelRules of(Channel declared) {
        return new ChannelRules(
                declared.name(),
                Reducer.ofWire(declared.name(), declared.reducer()),
                declared.ttlMs(),
                declared.maxSize());
    }

    /// The rules that were in force when the fact was written.
    ///
    /// @param hidden of the write's event
    public static ChannelRules of(ChannelWritten written, JsonObject hidden) {
        return new ChannelRules(
                written.channel(),
                Reducer.ofWire(written.channel(), written.reducer()),
                recorded(hidden, TTL),
                recorded(hidden, MAX_SIZE));
    }

    private static OptionalLong recorded(JsonObject hidden, String name) {
        return hidden.get(name) instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
    }

    /// For a channel that nobody declared: what the writing node's configuration says.
    ///
    /// @throws ChannelRefused when the configuration says something impossible
    public static ChannelRules ofConfig(String channel, JsonObject config) {
        JsonValue reducer = config.get("reducer");
        if (reducer != null && reducer.asString().isEmpty()) {
            throw ChannelRefused.wrongSetting(channel, "reducer", "the name of a reducer", reducer);
        }
        OptionalLong ttl = setting(channel, config, TTL, 0, Channel.LONGEST_TTL_MS);
        return new ChannelRules(
                channel,
                Reducer.ofWire(channel, config.string("reducer").orElse(DEFAULT_REDUCER)),
                // 0 means that entries do not age.
                ttl.orElse(0) == 0 ? OptionalLong.empty() : ttl,
                setting(channel, config, MAX_SIZE, 1, JsonNumber.MAX_SAFE_INTEGER));
    }

    private static OptionalLong setting(String channel, JsonObject config, String name, long least, long most) {
        JsonValue value = config.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        OptionalLong number = value instanceof JsonNumber given ? given.asInteger() : OptionalLong.empty();
        if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
            throw ChannelRefused.wrongSetting(
                    channel, name, "a whole number from %d to %d".formatted(least, most), value);
        }
        return number;
    }

    /// The fact that such a write becomes.
    public ChannelWritten written(JsonValue value, long schemaVersion, Instant at, @Nullable String nodeId) {
        return new ChannelWritten(channel, reducer.wire(), value, schemaVersion, at, nodeId);
    }

    /// What the fact's payload has no place for.
    public JsonObject hidden() {
        return JsonObject.EMPTY.withIfPresent(TTL, json(ttlMs)).withIfPresent(MAX_SIZE, json(maxSize));
    }

    /// How old an entry may get, where entries age at all.
    OptionalLong entryTtlMs() {
        return reducer.forgets() ? ttlMs : OptionalLong.empty();
    }

    /// Where nothing is forgotten, what is too much is refused.
    void checkSize(long size) {
        if (size > maxSize.orElse(Long.MAX_VALUE)) {
            throw refuse("a size of at most " + maxSize.orElseThrow(), Long.toString(size));
        }
    }

    ChannelRefused refuse(String expected, String found) {
        return ChannelRefused.wrongValue(channel, reducer, expected, found);
    }

    private static @Nullable JsonNumber json(OptionalLong value) {
        return value.isPresent() ? JsonNumber.of(value.getAsLong()) : null;
    }
}

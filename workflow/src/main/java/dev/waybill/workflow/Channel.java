package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/// Typed state that nodes write to and a reducer folds.
///
/// @param reducer `replace`, `append`, `merge`, `counter`, `votes`, `feedback`, `message` or `vendor.<org>.<name>`
/// @param ttlMs how old an entry of `append`, `votes` and `feedback` may get
/// @param schemaVersion of `schema`; every write records it
/// @param compatibleWith older versions whose writes the schema still reads
public record Channel(
        String name,
        String reducer,
        Optional<JsonObject> schema,
        Optional<JsonValue> defaultValue,
        OptionalLong maxSize,
        OptionalLong ttlMs,
        JsonObject options,
        ChannelAccess access,
        long schemaVersion,
        List<Long> compatibleWith,
        boolean sensitive) {

    public static final long LONGEST_TTL_MS = 31_536_000_000L;

    public Channel {
        if (!Grammar.REDUCER.matcher(reducer).matches()) {
            throw new IllegalArgumentException("expected a reducer, found \"" + reducer + "\"");
        }
        maxSize.ifPresent(size -> Checks.atLeast("maxSize", 1, size));
        ttlMs.ifPresent(ttl -> Checks.atLeast("ttlMs", 1, ttl));
        Checks.atLeast("schemaVersion", 1, schemaVersion);
        Objects.requireNonNull(access);
        compatibleWith = List.copyOf(compatibleWith);
    }
}

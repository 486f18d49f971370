package dev.waybill.engine.diff;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.ReplayFact;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether a replay came out as its source, and what shows it: the digests of both logs, or the first difference. Both
/// logs are taken without what each run makes up for itself (its events' names, its own id, its times).
///
/// @param compared how many events are the same, from the first on
/// @param source the digest of the source's log
/// @param replay the digest of the replay's log
/// @param difference null when they are the same
public record ReplayProof(
        long compared,
        Digest source,
        Digest replay,
        @Nullable Difference difference) {

    /// @param path where, as a JSON pointer into the event; empty where one log has an event and the other has none
    /// @param expected what the source has there; null for nothing
    /// @param actual what the replay has there; null for nothing
    /// @param event the source's event; null behind its end
    public record Difference(
            long sequence,
            String path,
            @Nullable JsonValue expected,
            @Nullable JsonValue actual,
            @Nullable Event event) {}

    public boolean isEqual() {
        return difference == null;
    }

    public static ReplayProof of(Iterator<Event> source, Iterator<Event> replay) {
        Canonical left = new Canonical(Comparison.REPLAY);
        Canonical right = new Canonical(Comparison.REPLAY);
        MessageDigest one = Digest.newSha256();
        MessageDigest other = Digest.newSha256();
        Difference difference = null;
        long same = 0;
        for (long sequence = 0; source.hasNext() || replay.hasNext(); sequence++) {
            Event expected = source.hasNext() ? source.next() : null;
            Event found = replay.hasNext() ? replay.next() : null;
            JsonObject a = expected == null ? null : left.of(expected);
            JsonObject b = found == null ? null : right.of(found);
            add(one, a);
            add(other, b);
            if (difference == null && Objects.equals(a, b)) {
                same++;
            } else if (difference == null) {
                difference = difference(sequence, expected, a, found, b);
            }
        }
        return new ReplayProof(same, Digest.ofBytes(one.digest()), Digest.ofBytes(other.digest()), difference);
    }

    /// A replay that knows that it goes astray says so, with what it was about to do.
    private static Difference difference(
            long sequence,
            @Nullable Event expected,
            @Nullable JsonObject a,
            @Nullable Event found,
            @Nullable JsonObject b) {
        if (expected != null && found != null && found.fact() instanceof ReplayFact.ReplayDiverged told) {
            JsonValue actual = told.actual();
            return actual == null
                    ? new Difference(sequence, "", expected.fact().payload(), null, expected)
                    : first(sequence, "", shown(expected), actual, expected);
        }
        return first(sequence, "", a, b, expected);
    }

    private static JsonObject shown(Event event) {
        return JsonObject.EMPTY
                .with("type", new JsonString(event.type()))
                .with("payload", event.fact().payload());
    }

    private static Difference first(
            long sequence, String path, @Nullable JsonValue a, @Nullable JsonValue b, @Nullable Event event) {
        if (a instanceof JsonObject left && b instanceof JsonObject right) {
            Set<String> names = new LinkedHashSet<>(left.names());
            names.addAll(right.names());
            for (String name : names) {
                if (!Objects.equals(left.get(name), right.get(name))) {
                    return first(sequence, path + "/" + escaped(name), left.get(name), right.get(name), event);
                }
            }
        }
        if (a instanceof JsonArray left && b instanceof JsonArray right && left.size() == right.size()) {
            for (int index = 0; index < left.size(); index++) {
                if (!left.get(index).equals(right.get(index))) {
                    return first(sequence, path + "/" + index, left.get(index), right.get(index), event);
                }
            }
        }
        return new Difference(sequence, path, a, b, event);
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static void add(MessageDigest digest, @Nullable JsonObject event) {
        if (event != null) {
            digest.update((JsonWriter.compact(event) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}

package dev.waybill.evidence.read;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.canonical.PythonJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks into records that others wrote, where an empty text means that nothing is known.
public final class Members {

    private static final int SHORT_DIGEST = 12;
    private static final JsonValue NOTHING = new JsonString("");

    private Members() {}

    public static Optional<String> text(JsonObject record, String name) {
        return record.string(name).filter(text -> !text.isEmpty());
    }

    /// A text without which the record is none.
    ///
    /// @throws UnreadableRecord when it is missing
    public static String required(JsonObject record, String name) {
        return text(record, name).orElseThrow(() -> new UnreadableRecord("expected " + name + ", found none"));
    }

    /// The first of some names that holds a text.
    public static Optional<String> first(JsonObject record, List<String> names) {
        for (String name : names) {
            Optional<String> found = text(record, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// The first value of some names that says something, as it stands in the record.
    public static @Nullable JsonValue value(JsonObject record, List<String> names) {
        for (String name : names) {
            JsonValue found = record.get(name);
            if (found != null && !(found instanceof JsonNull) && !found.equals(NOTHING)) {
                return found;
            }
        }
        return null;
    }

    /// JSON that lies as a text in a record; nothing, when it is none.
    public static Optional<JsonValue> json(String text) {
        try {
            return Optional.of(JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    /// A whole number, or -1.
    public static long number(JsonObject record, String name) {
        return record.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(-1)
                : -1;
    }

    public static JsonObject object(JsonObject record, String name) {
        return record.object(name).orElse(JsonObject.EMPTY);
    }

    /// Whose record it is by what the origin says: `ccio/guardian`.
    public static Optional<Repo> home(EvidenceEnvelope envelope) {
        return envelope.text(EvidenceEnvelope.ORIGIN).flatMap(origin -> {
            int slash = origin.indexOf('/');
            return Repo.of(slash < 0 ? origin : origin.substring(0, slash));
        });
    }

    /// An id for a record that brings none. It follows from what the record says, whatever the order and the spaces.
    public static String derivedId(String prefix, JsonObject record) {
        return prefix + "_" + Digest.of(PythonJson.compact(record)).hex().substring(0, SHORT_DIGEST);
    }
}

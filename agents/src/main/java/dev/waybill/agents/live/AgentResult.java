package dev.waybill.agents.live;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a model gave, which nobody trusts before it was judged.
///
/// @param value the result; null when it does not fit
/// @param wrong why it does not fit; null when it does
record AgentResult(@Nullable JsonValue value, @Nullable String wrong) {

    private static final Pattern FENCED = Pattern.compile("\\s*```(?:json)?\\s*\\R(.*)\\R\\s*```\\s*", Pattern.DOTALL);

    /// @param schema what it has to be; null when anything, and then it is a text
    static AgentResult of(String text, @Nullable JsonObject schema) {
        if (schema == null) {
            return new AgentResult(loose(text), null);
        }
        try {
            JsonValue value = read(text);
            String wrong = AgentTask.misfit(schema, value);
            return wrong == null ? new AgentResult(value, null) : new AgentResult(null, wrong);
        } catch (JsonException e) {
            return new AgentResult(null, "expected JSON, found something else: " + e.getMessage());
        }
    }

    /// An object that says how sure it is of itself is read as one; everything else is what was said.
    private static JsonValue loose(String text) {
        try {
            return read(text) instanceof JsonObject object && confidence(object) != null
                    ? object
                    : new JsonString(text);
        } catch (JsonException _) {
            return new JsonString(text);
        }
    }

    private static JsonValue read(String text) {
        Matcher fenced = FENCED.matcher(text);
        return JsonReader.read(fenced.matches() ? fenced.group(1) : text, JsonLimits.DOCUMENT);
    }

    /// How sure the agent is of its result: its member `confidence`, from 0 to 1.
    static @Nullable JsonNumber confidence(@Nullable JsonValue result) {
        return result instanceof JsonObject object
                        && object.get("confidence") instanceof JsonNumber number
                        && number.doubleValue() >= 0
                        && number.doubleValue() <= 1
                ? number
                : null;
    }
}

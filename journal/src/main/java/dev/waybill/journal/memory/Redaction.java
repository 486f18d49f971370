package dev.waybill.journal.memory;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Takes secrets out of a text before it is kept: each becomes `[REDACTED:<name>]`, wherever it stands. The longest
/// come first, so that no piece of a longer one is left; what is shorter than 8 characters is no secret that could be
/// told from an ordinary word.
public final class Redaction {

    public static final int SHORTEST = 8;

    public static final Redaction NONE = new Redaction(new LinkedHashMap<>());

    private final List<Map.Entry<String, String>> secrets;

    /// @param secrets values, each with the name that takes its place
    public Redaction(Map<String, String> secrets) {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        secrets.forEach((value, name) -> {
            if (value.length() >= SHORTEST) {
                all.add(Map.entry(value, name));
            }
        });
        all.sort(Comparator.comparingInt(
                        (Map.Entry<String, String> secret) -> secret.getKey().length())
                .reversed()
                .thenComparing(Map.Entry::getKey));
        this.secrets = all;
    }

    /// In every text of a value, names of members too.
    public JsonValue of(JsonValue value) {
        return switch (value) {
            case JsonString(var text) -> new JsonString(of(text));
            case JsonArray array ->
                new JsonArray(array.items().stream().map(this::of).toList());
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(of(name), of(member)));
                yield new JsonObject(members);
            }
            case JsonNumber _, JsonBool _, JsonNull _ -> value;
        };
    }

    public String of(String text) {
        String redacted = text;
        for (Map.Entry<String, String> secret : secrets) {
            redacted = redacted.replace(secret.getKey(), "[REDACTED:" + secret.getValue() + "]");
        }
        return redacted;
    }
}

package dev.waybill.agents.model.cassette;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A stream without secrets. A provider may repeat one in pieces, each of which is harmless alone: texts that grow from
/// event to event are looked at as a whole, and one that holds a secret is moved into its first piece, cleaned.
final class CleanStream {

    private static final String DATA = "data:";
    private static final List<String> NUMBERED = List.of("index", "output_index", "content_index", "thought");

    private final UnaryOperator<String> hide;
    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();

    private CleanStream(UnaryOperator<String> hide) {
        this.hide = hide;
    }

    static String of(String text, UnaryOperator<String> hide) {
        return new CleanStream(hide).clean(text);
    }

    private String clean(String text) {
        String[] lines = text.split("\r\n|\r|\n", -1);
        for (String line : lines) {
            JsonObject data = data(line);
            if (data != null) {
                gather("", data);
            }
        }
        texts.values().removeIf(whole -> hide.apply(whole.toString()).contentEquals(whole));
        if (texts.isEmpty()) {
            return hide.apply(text);
        }
        List<String> cleaned = new ArrayList<>();
        for (String line : lines) {
            JsonObject data = data(line);
            cleaned.add(data == null ? line : DATA + " " + moved("", data));
        }
        return hide.apply(String.join("\n", cleaned));
    }

    private static @Nullable JsonObject data(String line) {
        return line.startsWith(DATA)
                        && Recorder.json(line.substring(DATA.length()).strip().getBytes(StandardCharsets.UTF_8))
                                instanceof JsonObject object
                ? object
                : null;
    }

    private static String within(String path, JsonObject object) {
        StringBuilder whole = new StringBuilder(path);
        NUMBERED.forEach(name -> {
            JsonValue number = object.get(name);
            if (number != null) {
                whole.append('#').append(name).append(number);
            }
        });
        return whole.toString();
    }

    private void gather(String path, JsonValue value) {
        switch (value) {
            case JsonString(var text) ->
                texts.computeIfAbsent(path, _ -> new StringBuilder()).append(text);
            case JsonArray array -> array.forEach(item -> gather(path + "[]", item));
            case JsonObject object ->
                object.members().forEach((name, member) -> gather(within(path, object) + "." + name, member));
            default -> {
                // Nothing that could be a secret.
            }
        }
    }

    private JsonValue moved(String path, JsonValue value) {
        return switch (value) {
            case JsonString text -> {
                StringBuilder whole = texts.get(path);
                if (whole == null) {
                    yield text;
                }
                String clean = hide.apply(whole.toString());
                whole.setLength(0);
                yield new JsonString(clean);
            }
            case JsonArray array ->
                new JsonArray(array.items().stream()
                        .map(item -> moved(path + "[]", item))
                        .toList());
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, member) -> members.put(name, moved(within(path, object) + "." + name, member)));
                yield new JsonObject(members);
            }
            default -> value;
        };
    }
}

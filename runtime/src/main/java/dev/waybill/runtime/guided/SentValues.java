package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The values of a call with the places where they stood. A long one need not be repeated to its caller, who has it;
/// a value that the caller did not send is never shortened.
final class SentValues {

    private static final int LONGEST = 100;
    private static final Pattern MARK = Pattern.compile("<your [^<>]+, unchanged>");

    /// Containers that stay visible, because they are the shape of the call.
    private static final Pattern SHAPE = Pattern.compile("|/context|(/output)?(/artifacts)?");

    private final Map<JsonValue, String> places = new HashMap<>();

    private SentValues() {}

    static SentValues of(JsonObject call) {
        SentValues values = new SentValues();
        values.walk(call, "");
        return values;
    }

    private void walk(JsonValue value, String pointer) {
        if (value instanceof JsonString || !SHAPE.matcher(pointer).matches()) {
            places.putIfAbsent(value, pointer);
        }
        switch (value) {
            case JsonObject object ->
                object.members().forEach((name, member) -> walk(member, JsonPointer.member(pointer, name)));
            case JsonArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    walk(array.get(i), JsonPointer.item(pointer, i));
                }
            }
            default -> {}
        }
    }

    /// The value with a mark for everything long that was sent.
    JsonValue marked(JsonValue value) {
        String place = value.toString().length() > LONGEST ? places.get(value) : null;
        if (place != null) {
            return new JsonString("<your %s, unchanged>".formatted(isNotes(place) ? "notes" : place));
        }
        return switch (value) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, marked(member)));
                yield new JsonObject(members);
            }
            case JsonArray array -> {
                List<JsonValue> items = new ArrayList<>();
                array.forEach(item -> items.add(marked(item)));
                yield new JsonArray(items);
            }
            default -> value;
        };
    }

    private static boolean isNotes(String place) {
        String name = place.replaceFirst("^/(output|context)/", "/").substring(1);
        return name.equals("output")
                || "output.notesMarkdown"
                        .equals(RightPlace.of(GuidedTool.ADVANCE, name).path());
    }

    /// @throws GuidedRefusal when a mark is sent back instead of what it stands for
    static void requireFilled(JsonObject call) {
        call.members()
                .forEach((name, value) -> unfilled(value).findFirst().ifPresent(mark -> {
                    throw new GuidedRefusal(
                            GuidedCode.INVALID_ARGUMENT,
                            "%s still has \"%s\" in it, which stands for what you sent before".formatted(name, mark),
                            "put in your own value for it and call again",
                            JsonObject.of("field", JsonPointer.member("", name)));
                }));
    }

    private static Stream<String> unfilled(JsonValue value) {
        return switch (value) {
            case JsonString(var text) -> MARK.matcher(text).matches() ? Stream.of(text) : Stream.empty();
            case JsonObject object -> object.members().values().stream().flatMap(SentValues::unfilled);
            case JsonArray array -> array.items().stream().flatMap(SentValues::unfilled);
            default -> Stream.empty();
        };
    }
}

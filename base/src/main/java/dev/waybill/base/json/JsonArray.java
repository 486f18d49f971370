package dev.waybill.base.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/// A JSON array.
public record JsonArray(List<JsonValue> items) implements JsonValue, Iterable<JsonValue> {

    public static final JsonArray EMPTY = new JsonArray(List.of());

    public JsonArray {
        items = Collections.unmodifiableList(items);
    }

    public static JsonArray of(JsonValue... items) {
        return new JsonArray(List.of(items));
    }

    public static JsonArray ofStrings(Collection<String> texts) {
        List<JsonValue> items = new ArrayList<>(texts.size());
        texts.forEach(text -> items.add(new JsonString(text)));
        return new JsonArray(items);
    }

    public int size() {
        return items.size();
    }

    public JsonValue get(int index) {
        return items.get(index);
    }

    @Override
    public Iterator<JsonValue> iterator() {
        return items.iterator();
    }

    @Override
    public String kind() {
        return "array";
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}

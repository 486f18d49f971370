package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/// The extension points of one document, with what the project or the author puts there.
final class Slots {

    private final Map<String, Optional<String>> values = new LinkedHashMap<>();

    Slots(JsonObject document, Bindings bindings) {
        String id = document.string("id").orElse("");
        document.array("extensionPoints").stream()
                .flatMap(it -> it.items().stream())
                .flatMap(it -> it.asObject().stream())
                .forEach(point -> point.string("slotId")
                        .ifPresent(
                                slot -> values.put(slot, bindings.find(id, slot).or(() -> point.string("default")))));
    }

    Optional<String> value(String slot) {
        return values.getOrDefault(slot, Optional.empty());
    }

    Set<String> ids() {
        return values.keySet();
    }

    /// A document with its slots filled.
    JsonObject fill(JsonObject document) {
        return values.isEmpty() ? document : (JsonObject) TemplateText.mapTexts(document, this::fill);
    }

    private String fill(String text) {
        return TemplateText.BINDING
                .matcher(text)
                .replaceAll(
                        found -> Matcher.quoteReplacement(value(found.group(1)).orElse(found.group())));
    }

    /// What was put where, to be kept beside the compiled steps.
    JsonObject resolved() {
        var json = JsonObject.builder();
        values.forEach((slot, value) -> value.ifPresent(it -> json.put(slot, it)));
        return json.build();
    }
}

package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Texts that definitions refer to by name instead of repeating them: `wr.refs.*` inside blocks, and `wr.features.*`
/// that add to all blocks of a workflow. Both lists are closed, so that a name means the same everywhere.
final class SharedTexts {

    private static final JsonObject TEXTS = Bundled.document("shared-texts.json");

    private SharedTexts() {}

    static Optional<String> ref(String id) {
        return TEXTS.object("refs").flatMap(it -> it.string(id));
    }

    static Collection<String> refs() {
        return TEXTS.object("refs").orElse(JsonObject.EMPTY).names();
    }

    static Collection<String> features() {
        return TEXTS.object("features").orElse(JsonObject.EMPTY).names();
    }

    /// What a feature adds to a section of a prompt: `constraints`, `procedure` or `verify`.
    static List<String> additions(String feature, String section) {
        return TEXTS.object("features")
                .flatMap(it -> it.object(feature))
                .flatMap(it -> it.array(section))
                .map(it -> it.items().stream()
                        .flatMap(text -> text.asString().stream())
                        .toList())
                .orElse(List.of());
    }
}

package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A prompt that packs share, named `prompt:ID@VERSION`.
///
/// @param variables what its `{{name}}` stand for; those that are not among them are inputs that may be missing
public record PromptTemplate(String id, String version, String kind, String text, List<Variable> variables) {

    private static final String PREFIX = "prompt:";

    public PromptTemplate {
        variables = List.copyOf(variables);
    }

    /// A prompt as a pack has it written.
    static PromptTemplate of(JsonObject json) {
        return new PromptTemplate(
                json.string("templateId").orElseThrow(),
                json.string("version").orElseThrow(),
                json.string("kind").orElseThrow(),
                json.string("text").orElseThrow(),
                json.array("variables").stream()
                        .flatMap(all -> all.items().stream())
                        .flatMap(item -> item.asObject().stream())
                        .map(Variable::of)
                        .toList());
    }

    /// How events name it.
    public String ref() {
        return PREFIX + id + "@" + version;
    }

    /// @param source `input`, `variable` or `context`; others are nobody's here
    /// @param path into the value, such as `$.customer.name`; null for the value itself
    /// @param usual what counts where nothing is given
    public record Variable(
            String name,
            boolean required,
            String source,
            @Nullable String path,
            @Nullable JsonValue usual) {

        static Variable of(JsonObject json) {
            return new Variable(
                    json.string("name").orElse(""),
                    json.get("required") == JsonBool.TRUE,
                    json.string("source").orElse("input"),
                    json.string("extractPath").orElse(null),
                    json.get("defaultValue"));
        }
    }

    /// A reference to a prompt, in either of its spellings.
    ///
    /// @param library the pack that is meant; null when any may have it
    /// @param version null for the latest
    /// @param values that win over what variables would stand for
    public record Ref(
            @Nullable String library, String id, @Nullable String version, JsonObject values) {

        public static Optional<Ref> of(@Nullable JsonValue written) {
            return switch (written) {
                case JsonString(var text) when text.startsWith(PREFIX) -> Optional.of(parse(text));
                case JsonObject object ->
                    object.string("templateId")
                            .map(id -> new Ref(
                                    object.string("libraryId").orElse(null),
                                    id,
                                    object.string("version").orElse(null),
                                    object.object("variableOverrides").orElse(JsonObject.EMPTY)));
                case null, default -> Optional.empty();
            };
        }

        private static Ref parse(String text) {
            String name = text.substring(PREFIX.length());
            int at = name.indexOf('@');
            return at < 0
                    ? new Ref(null, name, null, JsonObject.EMPTY)
                    : new Ref(null, name.substring(0, at), name.substring(at + 1), JsonObject.EMPTY);
        }

        boolean names(Pack pack, PromptTemplate template) {
            return template.id().equals(id)
                    && (version == null || version.equals(template.version()))
                    && (library == null || library.equals(pack.name()));
        }

        @Override
        public String toString() {
            return version == null ? PREFIX + id : PREFIX + id + "@" + version;
        }
    }
}

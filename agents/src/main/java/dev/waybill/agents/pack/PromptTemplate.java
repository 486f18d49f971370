package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A prompt that packs share, named `prompt:ID@VERSION`.
public record PromptTemplate(String id, String version, String kind, String text) {

    private static final String PREFIX = "prompt:";

    /// How events name it.
    public String ref() {
        return PREFIX + id + "@" + version;
    }

    /// A reference to a prompt, in either of its spellings.
    ///
    /// @param version null when any will do
    public record Ref(String id, @Nullable String version) {

        public static Optional<Ref> of(@Nullable JsonValue written) {
            return switch (written) {
                case JsonString(var text) when text.startsWith(PREFIX) -> Optional.of(parse(text));
                case JsonObject object ->
                    object.string("templateId")
                            .map(id -> new Ref(id, object.string("version").orElse(null)));
                case null, default -> Optional.empty();
            };
        }

        private static Ref parse(String text) {
            String name = text.substring(PREFIX.length());
            int at = name.indexOf('@');
            return at < 0 ? new Ref(name, null) : new Ref(name.substring(0, at), name.substring(at + 1));
        }

        boolean names(PromptTemplate template) {
            return template.id().equals(id) && (version == null || version.equals(template.version()));
        }

        @Override
        public String toString() {
            return version == null ? PREFIX + id : PREFIX + id + "@" + version;
        }
    }
}

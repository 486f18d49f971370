package dev.waybill.agents.prompt;

import dev.waybill.agents.pack.PromptTemplate;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A prompt's text with values in the places of its `{{name}}`.
///
/// @param text as the model gets it
/// @param hash of the text, without the secrets of the run
/// @param variableHashes the same of each value, by name
/// @param isUntrusted whether somebody else's words are in it; they are marked
public record PromptText(String text, String hash, JsonObject variableHashes, boolean isUntrusted) {

    private static final Pattern SLOT = Pattern.compile("\\{\\{\\s*([A-Za-z_][A-Za-z0-9_.-]*)\\s*}}");
    private static final String UNRESOLVED = "prompt_variable_unresolved";

    /// @param ref whose values win
    /// @throws PromptProblem when a value that the prompt needs is not there
    public static PromptText of(PromptTemplate template, PromptTemplate.Ref ref, ActivityCall call) {
        for (PromptTemplate.Variable each : template.variables()) {
            if (each.required() && value(each, ref, call).isEmpty()) {
                throw new PromptProblem(
                        UNRESOLVED,
                        "%s needs a value for {{%s}}, and no %s has one"
                                .formatted(template.ref(), each.name(), each.source()));
            }
        }
        JsonObject.Builder hashes = JsonObject.builder();
        boolean[] untrusted = {false};
        Set<String> seen = new LinkedHashSet<>();
        String text = SLOT.matcher(template.text()).replaceAll(slot -> {
            String name = slot.group(1);
            JsonValue value = value(variable(template, name), ref, call).orElse(null);
            if (value != null && seen.add(name)) {
                hashes.put(name, hash(call, shown(value)));
            }
            boolean foreign = value != null && isForeign(value);
            untrusted[0] |= foreign;
            String words = value == null ? "" : shown(value);
            return Matcher.quoteReplacement(foreign ? "<UNTRUSTED>" + words + "</UNTRUSTED>" : words);
        });
        return new PromptText(text, hash(call, text), hashes.build(), untrusted[0]);
    }

    /// The digest of a text without the secrets of the run.
    public static String hash(ActivityCall call, String text) {
        JsonValue clean = call.withoutSecrets(new JsonString(text));
        String words = clean instanceof JsonString(var plain) ? plain : clean.toString();
        return Digest.of(words.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static PromptTemplate.Variable variable(PromptTemplate template, String name) {
        return template.variables().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(new PromptTemplate.Variable(name, false, "input", null, null));
    }

    private static Optional<JsonValue> value(
            PromptTemplate.Variable variable, PromptTemplate.Ref ref, ActivityCall call) {
        JsonValue given = ref.values().get(variable.name());
        JsonValue found = given == null ? sought(variable, call) : given;
        return Optional.ofNullable(found == null ? variable.usual() : found);
    }

    private static @Nullable JsonValue sought(PromptTemplate.Variable variable, ActivityCall call) {
        NodeCall node = call.node();
        JsonValue found = switch (variable.source()) {
            case "input" -> node.inputs().get(variable.name());
            case "variable" -> node.variables().get(variable.name());
            case "context" -> context(variable.name(), call);
            default -> null;
        };
        return variable.path() == null ? found : inside(found, variable.path());
    }

    private static @Nullable JsonValue context(String name, ActivityCall call) {
        return switch (name) {
            case "nodeId" -> new JsonString(call.node().node().id());
            case "tenantId" -> new JsonString(call.tenant());
            case "now" -> new JsonString(call.node().at().toString());
            default -> null;
        };
    }

    private static @Nullable JsonValue inside(@Nullable JsonValue value, String path) {
        JsonValue found = value;
        for (String step : path.replaceFirst("^\\$\\.?", "").split("\\.", -1)) {
            found = step.isEmpty() || found == null
                    ? found
                    : found.asObject().map(object -> object.get(step)).orElse(null);
        }
        return found;
    }

    /// What tools and other hosts give is marked as such where it comes in.
    private static boolean isForeign(JsonValue value) {
        JsonObject object = value.asObject().orElse(JsonObject.EMPTY);
        return object.get("untrustedContent") == JsonBool.TRUE
                || object.object("meta")
                        .flatMap(meta -> meta.string("contentTrust"))
                        .filter("untrusted"::equals)
                        .isPresent();
    }

    private static String shown(JsonValue value) {
        return value instanceof JsonString(var text) ? text : value.toString();
    }
}

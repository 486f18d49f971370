package dev.waybill.agents.model;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names a request by what it means: the same for every host that asks the same model the same thing, whatever its
/// transport adds. The recipe is OpenWOP's `openwop-semantic-request-v2`.
public final class SemanticKey {

    public static final String RECIPE = "openwop-semantic-request-v2";

    private static final String PROVIDER = "provider";
    private static final String MODEL = "model";
    private static final String TOOLS = "tools";
    private static final String OPTIONS = "providerOptions";
    private static final String TOOL_CHOICE = "toolChoice";
    private static final String NAMED = "tool:";

    private static final List<String> MEMBERS = List.of(
            "messages",
            TOOLS,
            "temperature",
            "topP",
            "topK",
            "maxOutputTokens",
            "seed",
            "stop",
            "responseFormat",
            "safetySettings");

    private SemanticKey() {}

    /// The key of a request that is given as one JSON object: `provider`, `model`, `messages` and what else the recipe
    /// knows. Every other member is transport, and changes nothing.
    public static String of(JsonObject given) {
        return digest(recipe(given));
    }

    public static String of(String provider, ModelRequest request) {
        return digest(recipe(provider, request));
    }

    static String digest(JsonObject recipe) {
        return Digest.of(Jcs.canonicalBytes(recipe)).hex();
    }

    /// What is digested.
    static JsonObject recipe(String provider, ModelRequest request) {
        Sampling sampling = request.sampling();
        ResponseFormat format = request.responseFormat();
        JsonObject.Builder given = JsonObject.builder()
                .put(PROVIDER, provider)
                .put(MODEL, request.model())
                .put("messages", MessageJson.write(request.messages()));
        if (!request.tools().isEmpty()) {
            given.put(
                    TOOLS,
                    new JsonArray(request.tools().stream()
                            .<JsonValue>map(ModelTool::toJson)
                            .toList()));
        }
        given.putIfPresent("temperature", sampling.temperature())
                .putIfPresent("topP", sampling.topP())
                .putIfPresent("topK", sampling.topK())
                .putIfPresent("maxOutputTokens", number(sampling.maxOutputTokens()))
                .putIfPresent("seed", number(sampling.seed()))
                .putIfPresent("stop", sampling.stop().isEmpty() ? null : JsonArray.ofStrings(sampling.stop()))
                .putIfPresent("responseFormat", format == null ? null : format.toJson())
                .putIfPresent("safetySettings", request.safetySettings());
        JsonObject options = options(request);
        return recipe((options.isEmpty() ? given : given.put(OPTIONS, options)).build());
    }

    /// The recipe has no place for the choice of a tool, so that it goes with what else is the provider's.
    private static JsonObject options(ModelRequest request) {
        ToolChoice choice = request.toolChoice();
        return choice.mode() == ToolChoice.Mode.AUTO
                ? request.providerOptions()
                : request.providerOptions()
                        .with(TOOL_CHOICE, choice.tool() == null ? choice.mode().name() : NAMED + choice.tool());
    }

    /// The choice of a tool among the provider's options.
    static ToolChoice choice(JsonObject options) {
        String said = options.string(TOOL_CHOICE).orElse("");
        return switch (said) {
            case "REQUIRED" -> ToolChoice.REQUIRED;
            case "NONE" -> ToolChoice.NONE;
            default -> said.startsWith(NAMED) ? ToolChoice.named(said.substring(NAMED.length())) : ToolChoice.AUTO;
        };
    }

    /// The provider's options alone.
    static JsonObject plain(JsonObject options) {
        return choice(options).mode() == ToolChoice.Mode.AUTO ? options : options.without(TOOL_CHOICE);
    }

    private static JsonObject recipe(JsonObject given) {
        JsonObject.Builder request = JsonObject.builder();
        for (String member : MEMBERS) {
            JsonValue value = given.get(member);
            request.putIfPresent(
                    member, member.equals(TOOLS) && value instanceof JsonArray tools ? sorted(tools) : value);
        }
        return JsonObject.builder()
                .put("recipe", RECIPE)
                .putIfPresent(PROVIDER, given.get(PROVIDER))
                .putIfPresent(MODEL, given.get(MODEL))
                .put("request", request.build())
                .putIfPresent(OPTIONS, given.get(OPTIONS))
                .build();
    }

    /// By name, as UTF-16 code units compare: the order in which tools are offered means nothing.
    private static JsonArray sorted(JsonArray tools) {
        List<JsonValue> all = new ArrayList<>(tools.items());
        all.sort(Comparator.comparing(
                tool -> tool.asObject().flatMap(it -> it.string("name")).orElse("")));
        return new JsonArray(all);
    }

    private static @Nullable JsonNumber number(@Nullable Long value) {
        return value == null ? null : JsonNumber.of(value);
    }
}

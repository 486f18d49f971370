package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.ToolChoice;
import dev.waybill.agents.model.Verbatim;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gemini.
final class GeminiMeaning implements RecordedMeaning {

    private static final Set<String> NAMED =
            Set.of("contents", "systemInstruction", "tools", "toolConfig", "safetySettings", "generationConfig");
    private static final Set<String> SAMPLED = Set.of(
            "temperature",
            "topP",
            "topK",
            "maxOutputTokens",
            "seed",
            "stopSequences",
            "responseMimeType",
            "responseJsonSchema");
    private static final String DECLARED = "functionDeclarations";

    @Override
    public ModelRequest of(JsonObject recorded, String model) {
        if (!(recorded.get("tools") == null || recorded.get("tools") instanceof JsonArray)) {
            throw new LeftOut("an early client's own spelling of tools");
        }
        JsonObject body = usual(recorded);
        List<ModelMessage> messages = new ArrayList<>();
        body.object("systemInstruction")
                .ifPresent(system -> Fields.objects(system, "parts")
                        .forEach(part -> messages.add(
                                ModelMessage.system(part.string("text").orElseThrow()))));
        Fields.objects(body, "contents").forEach(content -> messages.add(message(content)));
        List<ModelTool> tools = new ArrayList<>();
        List<JsonValue> theirs = new ArrayList<>();
        for (JsonObject group : Fields.objects(body, "tools")) {
            Fields.objects(group, DECLARED)
                    .forEach(tool -> tools.add(RecordedMeaning.tool(tool, "parametersJsonSchema")));
            if (!group.has(DECLARED)) {
                theirs.add(group);
            }
        }
        JsonObject config = body.object("generationConfig").orElse(JsonObject.EMPTY);
        JsonObject options = RecordedMeaning.options(body, NAMED);
        JsonObject more = RecordedMeaning.options(config, SAMPLED);
        JsonObject schema = config.object("responseJsonSchema").orElse(null);
        if (schema == null && config.has("responseMimeType")) {
            more = more.with(
                    "responseMimeType", config.string("responseMimeType").orElseThrow());
        }
        options = more.isEmpty() ? options : options.with("generationConfig", more);
        options = theirs.isEmpty() ? options : options.with("tools", new JsonArray(theirs));
        ToolChoice choice = choice(body);
        JsonObject tooling = body.object("toolConfig").orElse(null);
        options = choice == null && tooling != null ? options.with("toolConfig", tooling) : options;
        return ModelRequest.of(model, messages)
                .withTools(tools)
                .choosing(choice == null ? ToolChoice.AUTO : choice)
                .answering(schema == null ? null : new ResponseFormat(schema))
                .sampled(RecordedMeaning.sampling(
                        config, List.of("temperature", "topP", "topK", "maxOutputTokens", "seed", "stopSequences")))
                .guarded(body.get("safetySettings"))
                .withOptions(options);
    }

    /// @return null for a choice of the provider's own, which goes along as an option
    private static @Nullable ToolChoice choice(JsonObject body) {
        JsonObject config = body.object("toolConfig")
                .flatMap(it -> it.object("functionCallingConfig"))
                .orElse(null);
        if (config == null) {
            return ToolChoice.AUTO;
        }
        return switch (config.string("mode").orElse("")) {
            case "ANY" -> ToolChoice.REQUIRED;
            case "NONE" -> ToolChoice.NONE;
            default -> null;
        };
    }

    private static ModelMessage message(JsonObject content) {
        boolean said = content.string("role").orElse("user").equals("model");
        List<MessagePart> parts = new ArrayList<>();
        boolean known = true;
        for (JsonObject part : Fields.objects(content, "parts")) {
            if (part.names().equals(Set.of("text"))) {
                parts.add(new MessagePart.Text(part.string("text").orElseThrow()));
            } else if (part.names().equals(Set.of("functionCall")) && has(part, "functionCall")) {
                JsonObject call = part.object("functionCall").orElseThrow();
                parts.add(new MessagePart.ToolCall(
                        call.string("id").orElseThrow(),
                        call.string("name").orElseThrow(),
                        call.object("args").orElseThrow()));
            } else if (part.names().equals(Set.of("functionResponse")) && has(part, "functionResponse")) {
                JsonObject back = part.object("functionResponse").orElseThrow();
                parts.add(new MessagePart.ToolResult(
                        back.string("id").orElseThrow(),
                        back.string("name").orElseThrow(),
                        back.object("response").orElseThrow().toString(),
                        false));
            } else {
                known = false;
            }
        }
        if (!known && !said) {
            throw new LeftOut("a message of the user with files, or a result without the call's id");
        }
        boolean results = parts.stream().anyMatch(MessagePart.ToolResult.class::isInstance);
        return new ModelMessage(
                said ? Role.ASSISTANT : results ? Role.TOOL : Role.USER,
                parts,
                known
                        ? null
                        : new Verbatim(GeminiWire.NAME, content.array("parts").orElseThrow()));
    }

    private static boolean has(JsonObject part, String name) {
        return part.object(name).orElseThrow().has("id");
    }

    /// The newer spelling of schemas is plain JSON Schema, under a name of its own; every function that there is need
    /// not be named.
    @Override
    public JsonObject usual(JsonObject body) {
        JsonObject usual = body;
        List<String> names = new ArrayList<>();
        if (body.has("tools")) {
            List<JsonObject> groups = new ArrayList<>();
            for (JsonObject group : Fields.objects(body, "tools")) {
                groups.add(group.has(DECLARED) ? group.with(DECLARED, declared(group, names)) : group);
            }
            usual = usual.with("tools", Fields.array(groups));
        }
        JsonObject config = body.object("generationConfig").orElse(JsonObject.EMPTY);
        JsonValue old = config.get("responseSchema");
        if (old != null) {
            config = config.without("responseSchema").with("responseJsonSchema", modern(old));
        }
        usual = usual.with("generationConfig", config);
        JsonObject calling = body.object("toolConfig")
                .flatMap(it -> it.object("functionCallingConfig"))
                .orElse(null);
        if (calling != null && calling.has("allowedFunctionNames")) {
            if (!calling.array("allowedFunctionNames").orElseThrow().equals(JsonArray.ofStrings(names))) {
                throw new LeftOut("some of the functions are allowed, and not all");
            }
            usual = usual.with(
                    "toolConfig", JsonObject.of("functionCallingConfig", calling.without("allowedFunctionNames")));
        }
        return usual;
    }

    private static JsonArray declared(JsonObject group, List<String> names) {
        List<JsonObject> all = new ArrayList<>();
        for (JsonObject tool : Fields.objects(group, DECLARED)) {
            names.add(tool.string("name").orElseThrow());
            JsonObject usual = tool;
            for (String name : List.of("parameters", "parameters_json_schema")) {
                JsonValue schema = tool.get(name);
                usual = schema == null
                        ? usual
                        : usual.without(name)
                                .with("parametersJsonSchema", name.equals("parameters") ? modern(schema) : schema);
            }
            all.add(usual);
        }
        return Fields.array(all);
    }

    /// `OBJECT` is `object`, `any_of` is `anyOf`.
    private static JsonValue modern(JsonValue schema) {
        return switch (schema) {
            case JsonArray array ->
                Fields.array(array.items().stream().map(GeminiMeaning::modern).toList());
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, value) -> members.put(
                                name.equals("any_of") ? "anyOf" : name,
                                name.equals("type") && value instanceof JsonString(var type)
                                        ? new JsonString(type.toLowerCase(Locale.ROOT))
                                        : modern(value)));
                yield new JsonObject(members);
            }
            default -> schema;
        };
    }
}

package dev.waybill.agents.ai;

import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.config.Models;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the configuration, the inputs and the run's options say about a request.
final class Settings {

    /// Inputs that hold a single message of the user.
    private static final List<String> SHORTHANDS = List.of("prompt", "text", "message", "content", "input");

    private Settings() {}

    /// Who is asked. A class of models is the operator's to fill.
    static ModelChoice choice(Models models, NodeCall call) {
        return choice(models, call.config(), call.configurable());
    }

    static ModelChoice choice(Models models, JsonObject config, JsonObject configurable) {
        Optional<String> modelClass = config.string("modelClass");
        boolean named = config.has("provider") || config.has("model");
        return modelClass.isPresent() && !named && !Models.isOverridden(configurable)
                ? models.ofClass(modelClass.get())
                : models.choose(
                        config.string("provider").orElse(null),
                        config.string("model").orElse(null),
                        configurable);
    }

    static ModelRequest request(NodeCall call, String model, List<ModelMessage> messages) {
        return ModelRequest.of(model, messages)
                .sampled(sampling(call))
                .withOptions(call.config().object("providerOptions").orElse(JsonObject.EMPTY));
    }

    private static Sampling sampling(NodeCall call) {
        JsonObject config = call.config();
        List<String> stop = new ArrayList<>();
        config.array("stopSequences")
                .orElse(JsonArray.EMPTY)
                .forEach(text -> text.asString().ifPresent(stop::add));
        return new Sampling(
                number(call, "temperature"),
                number(config, "topP"),
                number(config, "topK"),
                whole(number(call, "maxTokens")),
                whole(number(config, "seed")),
                stop);
    }

    /// What whoever started the run says wins.
    private static @Nullable JsonNumber number(NodeCall call, String name) {
        JsonNumber asked = number(call.configurable(), name);
        return asked == null ? number(call.config(), name) : asked;
    }

    private static @Nullable JsonNumber number(JsonObject in, String name) {
        return in.get(name) instanceof JsonNumber number ? number : null;
    }

    static @Nullable Long whole(@Nullable JsonNumber number) {
        return number == null || number.asInteger().isEmpty()
                ? null
                : number.asInteger().getAsLong();
    }

    /// The conversation: `messages`, or one message of the user in any of the forms that the ecosystem allows.
    static List<ModelMessage> messages(JsonObject inputs) {
        JsonArray messages = inputs.array("messages").orElse(JsonArray.EMPTY);
        if (messages.size() > 0) {
            return MessageJson.read(messages);
        }
        for (String name : SHORTHANDS) {
            Optional<String> text = inputs.string(name).filter(it -> !it.isEmpty());
            if (text.isPresent()) {
                return List.of(ModelMessage.user(text.get()));
            }
        }
        for (JsonValue value : inputs.members().values()) {
            if (value instanceof JsonString(var text) && !text.isEmpty()) {
                return List.of(ModelMessage.user(text));
            }
        }
        JsonObject rest = inputs.without("messages");
        if (rest.isEmpty()) {
            throw new IllegalArgumentException("expected messages, or a prompt, as input; found nothing to ask");
        }
        return List.of(ModelMessage.text(Role.USER, rest.toString()));
    }
}

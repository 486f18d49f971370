package dev.waybill.host;

import dev.waybill.agents.live.AgentHost;
import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lets functions be agents: to the rest of the host, such a function is the model of its agent. So whatever holds for
/// agents holds for it.
///
/// @param functions by the class of models that each of them is
/// @param others the models that the operator configured
record FunctionAgents(Map<String, AgentFunction> functions, AgentHost.Picking others) implements AgentHost.Picking {

    private static final String PROVIDER = "function";

    /// The class of models that only one agent asks for.
    static String modelClass(String agentId) {
        return PROVIDER + "." + agentId;
    }

    @Override
    public ModelChoice forClass(String modelClass, JsonObject configurable) {
        AgentFunction function = functions.get(modelClass);
        return function == null ? others.forClass(modelClass, configurable) : choice(modelClass, function);
    }

    @Override
    public ModelChoice named(@Nullable String provider, @Nullable String model, JsonObject configurable) {
        AgentFunction function = PROVIDER.equals(provider) ? functions.get(model) : null;
        return function == null ? others.named(provider, model, configurable) : choice(String.valueOf(model), function);
    }

    private static ModelChoice choice(String model, AgentFunction function) {
        return new ModelChoice(new FunctionModel(function), model, Optional.empty());
    }

    @Override
    public ModelSession session(ActivityCall call, int requests) {
        return others.session(call, requests);
    }

    private record FunctionModel(AgentFunction function) implements ModelProvider {

        @Override
        public String name() {
            return PROVIDER;
        }

        @Override
        public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
            StringBuilder thought = new StringBuilder();
            try {
                Object said =
                        function.answer(FunctionActivity.task(call.activity().node()), new Listened(call, thought));
                return new ModelAnswer.Completed(reply(request, said, thought.toString()));
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                return new ModelAnswer.Failed(
                        ModelTrouble.PROVIDER_ERROR, "the agent's function failed: " + e.getMessage(), null);
            }
        }

        private static Reply reply(ModelRequest request, Object said, String thought) {
            JsonValue json = Values.json(said);
            List<MessagePart> parts = new ArrayList<>();
            if (!thought.isEmpty()) {
                parts.add(new MessagePart.Reasoning(thought, null));
            }
            parts.add(new MessagePart.Text(json instanceof JsonString(var text) ? text : json.toString()));
            return new Reply(
                    new ModelMessage(Role.ASSISTANT, parts),
                    StopReason.END,
                    Usage.NONE,
                    request.model(),
                    JsonObject.EMPTY);
        }
    }

    private record Listened(ModelCall call, StringBuilder thought) implements AgentFunction.Voice {

        @Override
        public void say(String text) {
            call.listener().text(text);
        }

        @Override
        public void think(String text) {
            thought.append(text);
            call.listener().reasoning(text);
        }
    }
}

package dev.waybill.agents.live;

import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.tool.RunTools;
import dev.waybill.agents.tool.ToolRecord;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ModelOptions;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InvocationFact;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What will be told of an invocation, in the order that the protocol wants: the bracket opens, the prompts, what was
/// thought, which tools were called, what was decided, the bracket closes. It is told once, with the outcome.
final class Story {

    private static final String SILENT = "The model showed no reasoning.";

    private final ActivityCall call;
    private final String agentId;
    private final String invocationId;
    private final List<ActivityFact> opening = new ArrayList<>();
    private final List<ActivityFact> thoughts = new ArrayList<>();
    private final List<ActivityFact> tools = new ArrayList<>();
    private final List<ActivityFact> decided = new ArrayList<>();
    private final List<ActivityFact> handedOver = new ArrayList<>();

    Story(ActivityCall call, String agentId) {
        this.call = call;
        this.agentId = agentId;
        int attempt = call.node().attempt();
        this.invocationId = "%s#%d%s".formatted(node(), call.node().ordinal(), attempt == 1 ? "" : "." + attempt);
    }

    String node() {
        return call.node().node().id();
    }

    String invocationId() {
        return invocationId;
    }

    void opens(ActivityFact fact) {
        opening.add(fact);
    }

    /// What is whole was cleaned of secrets; pieces are told only if they come to the same.
    ///
    /// @param pieces as they came
    void thought(ModelMessage message, List<String> pieces) {
        AgentFact.Verbosity verbosity = ModelOptions.verbosity(call.node().configurable());
        if (verbosity == AgentFact.Verbosity.OFF) {
            return;
        }
        List<String> whole = message.reasoning().isEmpty()
                ? List.of()
                : String.join("", pieces).equals(message.reasoning()) ? pieces : List.of(message.reasoning());
        for (int index = 0; verbosity == AgentFact.Verbosity.FULL && index < whole.size(); index++) {
            thoughts.add(new AgentFact.ReasoningDelta(node(), agentId, hidden(whole.get(index)), index));
        }
        String joined = whole.stream().map(this::hidden).collect(Collectors.joining());
        thoughts.add(new AgentFact.AgentReasoned(
                node(),
                agentId,
                joined.isEmpty() ? SILENT : ModelOptions.reasoning(joined, verbosity),
                joined.isEmpty() ? AgentFact.Verbosity.OFF : verbosity));
    }

    private String hidden(String text) {
        return call.withoutSecrets(new JsonString(text)).asString().orElse("");
    }

    /// Calling another agent hands something over to it; the protocol tells at most one such event.
    void called(ToolRecord record) {
        tools.addAll(record.facts(node(), agentId));
        if (handedOver.isEmpty()) {
            RunTools.agentOf(record.toolName())
                    .ifPresent(other ->
                            handedOver.add(new AgentFact.AgentHandoff(node(), agentId, other, "called as a tool")));
        }
    }

    void decided(JsonValue decision, @Nullable JsonNumber confidence) {
        decided.add(new AgentFact.AgentDecided(node(), agentId, decision, confidence));
    }

    /// Everything so far, except that it is over.
    void tell() {
        for (List<ActivityFact> part : List.of(opening, thoughts, tools, decided, handedOver)) {
            part.forEach(call::report);
        }
    }

    void ends(InvocationFact.Outcome outcome, @Nullable Boolean fits, @Nullable JsonNumber confidence) {
        call.report(new InvocationFact.Completed(node(), invocationId, agentId, outcome, fits, confidence));
    }
}

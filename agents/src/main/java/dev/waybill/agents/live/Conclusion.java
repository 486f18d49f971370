package dev.waybill.agents.live;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.Verdict;
import dev.waybill.journal.event.InvocationFact.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What becomes of an agent's result: it is taken over and remembered, or a person is asked first.
record Conclusion(ActivityCall call, AgentManifest manifest, Story story, Conversation talk, AgentMemory memory) {

    private static final int LONGEST_DECISION = 16 * 1024;

    /// The agent has come to a result that fits. One that it is not sure of waits for a person.
    NodeResult decided(JsonValue value) {
        JsonNumber confidence = AgentResult.confidence(value);
        JsonValue shown = shown(value);
        story.decided(shown, confidence);
        story.tell();
        if (OrchestratorDecision.isBelow(confidence, threshold())) {
            talk.keepResult(value);
            story.ends(Outcome.ESCALATED, fits(), confidence);
            return new NodeResult.Ask(List.of(unsure(confidence, shown)));
        }
        memory.remember(value);
        story.ends(Outcome.COMPLETED, fits(), confidence);
        return done(value);
    }

    private @Nullable Boolean fits() {
        return manifest.result() == null ? null : Boolean.TRUE;
    }

    /// What a decision shows of a result.
    private JsonValue shown(JsonValue value) {
        JsonValue plain = call.withoutSecrets(value);
        String text = plain.toString();
        return text.length() <= LONGEST_DECISION
                ? plain
                : JsonObject.of(
                        "digest",
                        Digest.of(text.getBytes(StandardCharsets.UTF_8)).toString());
    }

    /// What the start of the run asks for wins over the agent's own.
    private JsonNumber threshold() {
        JsonNumber own = manifest.threshold();
        return call.node().configurable().has("escalationThreshold")
                ? call.node().threshold()
                : own == null ? SupervisorNode.THRESHOLD : own;
    }

    /// The key of the question to that person.
    String question() {
        return "%s:%d:confidence".formatted(call.node().node().id(), call.node().ordinal());
    }

    private Question unsure(@Nullable JsonNumber confidence, JsonValue shown) {
        return new Question(
                question(),
                Question.LOW_CONFIDENCE,
                JsonObject.builder()
                        .put("agentId", manifest.agentId())
                        .put("threshold", threshold())
                        .putIfPresent("observed", confidence)
                        .put("decision", shown)
                        .build(),
                null,
                null);
    }

    /// A person has said what becomes of a result that the agent was not sure of.
    NodeResult judged(JsonValue said) {
        JsonValue result = talk.result();
        Verdict verdict = Verdict.of(said);
        if (verdict == Verdict.REJECT || result == null) {
            return NodeResult.failed("low_confidence_rejected", "a person rejected the agent's result");
        }
        JsonValue edited = said.asObject().orElse(JsonObject.EMPTY).get("editedArtifactData");
        JsonValue taken = verdict == Verdict.ADJUST && edited != null ? edited : result;
        String wrong = AgentTask.misfit(manifest.result(), taken);
        if (wrong != null) {
            return NodeResult.failed(
                    "handoff_return_schema_violation", "what a person put in its place does not fit: " + wrong);
        }
        memory.remember(taken);
        return done(taken);
    }

    private NodeResult done(JsonValue value) {
        JsonObject outputs = JsonObject.builder()
                .put("result", value)
                .putIfPresent("confidence", AgentResult.confidence(value))
                .put("finishReason", "stop")
                .put("usage", talk.usage().toJson())
                .build();
        List<NodeResult.Write> writes = call.node()
                .config()
                .string(AgentDefinitions.RESULT_TO)
                .<List<NodeResult.Write>>map(name -> List.of(new NodeResult.Write.ToVariable(name, value)))
                .orElse(List.of());
        return new NodeResult.Done(outputs, "output", writes);
    }
}

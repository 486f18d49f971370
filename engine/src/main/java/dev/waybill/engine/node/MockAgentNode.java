package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `core.conformance.mock-agent`: an agent that does as its configuration says, so that others can test what follows
/// from an agent's work without one.
public record MockAgentNode() implements Activity {

    @Override
    public String typeId() {
        return "core.conformance.mock-agent";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "An agent for tests: reports what its configuration says, and decides.",
                  "config": {
                    "properties": {
                      "agentId": {"type": "string", "minLength": 3, "maxLength": 256},
                      "mockReasoning": {
                        "type": ["boolean", "object"], "required": ["summary"],
                        "properties": {
                          "summary": {"type": "string"},
                          "trace": {"type": "string"},
                          "tokenCount": {"type": "integer", "minimum": 0},
                          "streamChunks": {"type": "array", "items": {"type": "string"}}
                        },
                        "additionalProperties": false
                      },
                      "mockToolCalls": {
                        "type": "array",
                        "items": {
                          "type": "object", "required": ["toolId"],
                          "properties": {
                            "toolId": {"type": "string", "minLength": 1},
                            "arguments": {},
                            "result": {},
                            "error": {"type": "object", "required": ["error", "message"]},
                            "durationMs": {"type": "integer", "minimum": 0}
                          },
                          "anyOf": [{"required": ["result"]}, {"required": ["error"]}],
                          "additionalProperties": false
                        },
                        "description": "A list of calls, each with what the tool gives or its error."
                      },
                      "mockHandoff": {
                        "type": "object", "required": ["toAgentId"],
                        "properties": {
                          "toAgentId": {"type": "string", "minLength": 3, "maxLength": 256},
                          "reason": {"type": "string"},
                          "context": {}
                        },
                        "additionalProperties": false
                      },
                      "mockDecision": {
                        "type": "object", "required": ["decision"],
                        "properties": {
                          "decision": {},
                          "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                          "reasoning": {"type": "string"}
                        },
                        "additionalProperties": false
                      },
                      "mockConfidence": {"type": "number", "minimum": 0, "maximum": 1},
                      "verifier": VERIFIER
                    },
                    "additionalProperties": false
                  },
                  "outputs": {"properties": {"decision": {}, "confidence": {"type": "number"}}},
                  "example": {
                    "id": "an-agent-for-tests", "name": "An agent for tests", "version": "1.0.0",
                    "nodes": [
                      {
                        "id": "think",
                        "typeId": "core.conformance.mock-agent",
                        "config": {
                          "mockReasoning": {"summary": "Two of three sources agree."},
                          "mockDecision": {"decision": {"next": "write"}, "confidence": 0.9}
                        }
                      }
                    ]
                  }
                }""".replace("VERIFIER", VerifierTerms.DECISIONS));
    }

    @Override
    public List<String> check(WorkflowNode node) {
        return VerifierTerms.problems(node);
    }

    @Override
    public NodeResult execute(ActivityCall call) {
        NodeCall node = call.node();
        JsonObject config = node.config();
        String agent = agent(node.node());
        JsonObject decided = decided(config);
        JsonNumber confidence = decided == null ? null : confidence(decided);
        JsonNumber threshold = node.threshold();
        String key = "%s:%d:confidence".formatted(node.node().id(), node.ordinal());
        JsonValue answer = node.answers().get(key);
        if (answer != null) {
            return Verdict.of(answer) == Verdict.REJECT
                    ? NodeResult.failed("low_confidence_rejected", "a person rejected the agent's decision")
                    : NodeResult.done(decided == null ? JsonObject.EMPTY : decided);
        }
        report(call, agent, config, decided);
        return OrchestratorDecision.isBelow(confidence, threshold)
                ? new NodeResult.Ask(List.of(unsure(key, agent, threshold, decided)))
                : NodeResult.done(decided == null ? JsonObject.EMPTY : decided);
    }

    private static String agent(WorkflowNode node) {
        return node.config()
                .string("agentId")
                .orElseGet(() -> node.agent() == null
                        ? "host:mock-agent:" + node.id()
                        : node.agent().agentId());
    }

    /// What the agent decides, with how sure it is; null when it decides nothing.
    private static @Nullable JsonObject decided(JsonObject config) {
        return config.object("mockDecision")
                .map(given -> given.without("reasoning"))
                .orElseGet(() -> config.get("mockConfidence") instanceof JsonNumber confidence
                        ? JsonObject.builder()
                                .put("decision", JsonObject.EMPTY.with("kind", new JsonString("mock")))
                                .put("confidence", confidence)
                                .build()
                        : null);
    }

    private static @Nullable JsonNumber confidence(JsonObject decided) {
        return decided.get("confidence") instanceof JsonNumber number ? number : null;
    }

    private static Question unsure(String key, String agent, JsonNumber threshold, @Nullable JsonObject decided) {
        JsonObject said = decided == null ? JsonObject.EMPTY : decided;
        return new Question(
                key,
                Question.LOW_CONFIDENCE,
                JsonObject.builder()
                        .put("agentId", agent)
                        .put("threshold", threshold)
                        .putIfPresent("observed", said.get("confidence"))
                        .putIfPresent("decision", said.get("decision"))
                        .build(),
                null,
                null);
    }

    private static void report(ActivityCall call, String agent, JsonObject config, @Nullable JsonObject decided) {
        String node = call.node().node().id();
        reason(call, node, agent, config.get("mockReasoning"));
        JsonArray calls = config.array("mockToolCalls").orElse(JsonArray.EMPTY);
        // An agent that is sent back calls its tools again: those are other calls, over which there are other verdicts.
        int attempt = call.node().attempt();
        String again = attempt == 1 ? "" : "." + attempt;
        for (int index = 0; index < calls.size(); index++) {
            String id = "%s:%d%s:call-%d".formatted(node, call.node().ordinal(), again, index + 1);
            use(call, node, agent, id, calls.get(index).asObject().orElse(JsonObject.EMPTY));
        }
        config.object("mockHandoff")
                .ifPresent(to -> call.report(new AgentFact.AgentHandoff(
                        node,
                        agent,
                        to.string("toAgentId").orElseThrow(),
                        to.string("reason").orElse(null))));
        if (decided != null) {
            JsonValue decision = decided.get("decision");
            call.report(new AgentFact.AgentDecided(
                    node, agent, decision == null ? JsonObject.EMPTY : decision, confidence(decided)));
        }
    }

    private static void reason(ActivityCall call, String node, String agent, @Nullable JsonValue reasoning) {
        if (reasoning == null
                || reasoning == JsonBool.FALSE
                || ModelOptions.verbosity(call.node().configurable()) == AgentFact.Verbosity.OFF) {
            return;
        }
        JsonObject given = reasoning.asObject().orElse(JsonObject.EMPTY);
        List<String> chunks = new ArrayList<>();
        given.array("streamChunks")
                .orElse(JsonArray.EMPTY)
                .forEach(chunk -> chunk.asString().ifPresent(chunks::add));
        for (int index = 0; index < chunks.size(); index++) {
            call.report(new AgentFact.ReasoningDelta(node, agent, chunks.get(index), index));
        }
        String whole = chunks.isEmpty()
                ? given.string("summary").orElse("It did as it was told.")
                : chunks.stream().collect(Collectors.joining());
        call.report(new AgentFact.AgentReasoned(node, agent, whole, AgentFact.Verbosity.SUMMARY));
    }

    private static void use(ActivityCall call, String node, String agent, String id, JsonObject tool) {
        String name = tool.string("toolId").orElseThrow();
        call.report(new AgentFact.AgentToolCalled(
                node, agent, name, id, tool.get("arguments"), AgentFact.ToolTransport.NATIVE));
        RunError error = tool.object("error")
                .map(it -> RunError.of(
                        it.string("error").orElse("error"), it.string("message").orElse("")))
                .orElse(null);
        call.report(new AgentFact.AgentToolReturned(
                node,
                agent,
                name,
                id,
                error == null ? tool.get("result") : null,
                error,
                error == null ? AgentFact.ToolStatus.OK : AgentFact.ToolStatus.ERROR));
    }
}

package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Who looks at a result before it is taken over, and what follows from the verdict: the `verifier` of a node's
/// configuration.
///
/// @param json as the author wrote it; empty where nobody looks
public record VerifierTerms(JsonObject json) {

    public static final String MEMBER = "verifier";

    static final VerifierTerms NONE = new VerifierTerms(JsonObject.EMPTY);

    /// What `verifier.function` runs as.
    private static final String FUNCTION = "waybill-verifier-";

    private static final List<String> INSIDE = List.of("rules", "mockVerdicts");
    private static final List<String> OUTSIDE = List.of("agent", "workflow", "function");

    /// What every verifier may say of itself.
    private static final String COMMON = """
            "rules": {
              "type": "array", "minItems": 1,
              "items": {
                "type": "object", "required": ["then"],
                "properties": {"when": {"type": "string", "minLength": 1}, "then": JUDGEMENT},
                "additionalProperties": false
              }
            },
            "mockVerdicts": {"type": "array", "minItems": 1, "items": JUDGEMENT},
            "agentId": {"type": "string", "minLength": 3, "maxLength": 256},
            "criteria": {
              "type": "array", "uniqueItems": true,
              "items": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"}
            },
            "agent": {"type": "string", "minLength": 3, "maxLength": 256},
            "workflow": {"type": "string", "minLength": 1, "maxLength": 256},
            "function": {"type": "string", "minLength": 3},
            "confidenceFloor": {"type": "number", "minimum": 0.5, "maximum": 1},
            "gating": {"type": "boolean", "default": true}
            """.replace("JUDGEMENT", Judgement.SCHEMA);

    private static final String DESCRIPTION =
            "\"description\": \"Who looks at a result before it is taken over, by one of agent, workflow, function,"
                    + " rules or mockVerdicts; gating false only tells the verdict.\",";

    /// A verifier of children.
    public static final String SCHEMA = """
            {
              "type": "object", DESCRIPTION
              "properties": {
                "workers": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
                "critiqueTo": {"type": "string", "minLength": 1, "default": "critique"},
                COMMON
              },
              "additionalProperties": false
            }""".replace("DESCRIPTION", DESCRIPTION).replace("COMMON", COMMON);

    /// A verifier of what an agent or a supervisor decides, and of the tools that it calls.
    public static final String DECISIONS =
            """
            {
              "type": "object", DESCRIPTION
              "properties": {
                "over": {
                  "type": "array", "minItems": 1, "uniqueItems": true,
                  "items": {"enum": ["decision", "tool-calls"]}
                },
                COMMON
              },
              "additionalProperties": false
            }""".replace("DESCRIPTION", DESCRIPTION).replace("COMMON", COMMON);

    public static VerifierTerms of(WorkflowNode node) {
        return of(node.config());
    }

    /// Those of a node's configuration, or of a recorded plan.
    static VerifierTerms of(JsonObject json) {
        return new VerifierTerms(json.object(MEMBER).orElse(JsonObject.EMPTY));
    }

    public boolean isEmpty() {
        return json.isEmpty();
    }

    /// What is wrong that a schema cannot say.
    public static List<String> problems(WorkflowNode node) {
        VerifierTerms terms = of(node);
        if (!node.config().has(MEMBER)) {
            return List.of();
        }
        List<String> ways = new ArrayList<>(OUTSIDE);
        ways.addAll(INSIDE);
        List<String> found = ways.stream().filter(terms.json::has).toList();
        List<String> problems = new ArrayList<>();
        if (found.size() != 1) {
            problems.add("config.verifier: expected one of %s, found %s"
                    .formatted(String.join(", ", ways), found.isEmpty() ? "none" : String.join(" and ", found)));
        }
        problems.addAll(Rules.problems(terms.json, "config.verifier.rules"));
        return problems;
    }

    /// Whether the verdict decides what is taken over; otherwise it is only told.
    public boolean gates() {
        return json.get("gating") != JsonBool.FALSE;
    }

    /// Whether what a worker brings back is looked at.
    public boolean covers(String workerId) {
        return !isEmpty()
                && json.array("workers")
                        .map(workers -> workers.items().contains(new JsonString(workerId)))
                        .orElse(true);
    }

    /// Whether decisions, or calls of tools, are looked at: decisions, where the author does not say.
    public boolean isOver(String what) {
        return !isEmpty()
                && json.array("over")
                        .map(over -> over.items().contains(new JsonString(what)))
                        .orElse(what.equals("decision"));
    }

    /// The workflow or agent whose run gives the verdict; empty where the configuration itself says it.
    public Optional<String> critic() {
        return json.string("agent")
                .or(() -> json.string("workflow"))
                .or(() -> json.string("function").map(VerifierTerms::functionId));
    }

    /// A workflow's id has no dots and no capitals. A dot becomes a hyphen, and an underscore says that the letter
    /// after it was a capital, or that the sign after it stood there itself: no two types have one id.
    private static String functionId(String typeId) {
        return FUNCTION + typeId.replaceAll("[A-Z_-]", "_$0").replace('.', '-').toLowerCase(Locale.ROOT);
    }

    /// The workflow that a function runs as: one node, which is given what there is to look at.
    public Optional<JsonObject> function() {
        return json.string("function").map(typeId -> {
            Map<String, JsonValue> inputs = new LinkedHashMap<>();
            List<JsonValue> variables = new ArrayList<>();
            for (String name : List.of("output", "criteria", "workerId", "target")) {
                inputs.put(
                        name,
                        JsonObject.builder()
                                .put("type", "variable")
                                .put("variableName", name)
                                .build());
                String type = name.equals("output") ? "object" : name.equals("criteria") ? "array" : "string";
                variables.add(
                        JsonObject.builder().put("name", name).put("type", type).build());
            }
            return JsonObject.builder()
                    .put("id", functionId(typeId))
                    .put("name", "Verified by " + typeId)
                    .put("version", "1.0.0")
                    .put("variables", new JsonArray(variables))
                    .put(
                            "nodes",
                            JsonArray.of(JsonObject.builder()
                                    .put("id", "verify")
                                    .put("typeId", typeId)
                                    .put("inputs", new JsonObject(inputs))
                                    .build()))
                    .build();
        });
    }

    /// Who gives the verdict.
    public String agentId(String nodeId) {
        return json.string("agentId")
                .or(() -> json.string("agent"))
                .or(() -> json.string("function"))
                .or(() -> json.string("workflow").filter(id -> id.length() >= 3))
                .orElse("host:verifier:" + nodeId);
    }

    public List<String> criteria() {
        return json.array("criteria").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(key -> key.asString().stream())
                .toList();
    }

    /// The worker's variable that tells it what is to be done better.
    public String critiqueTo() {
        return json.string("critiqueTo").orElse("critique");
    }

    /// The stricter one of the author's floor and the host's: below it a verdict waits for a person.
    public JsonNumber floor(JsonNumber host) {
        return json.get("confidenceFloor") instanceof JsonNumber own && OrchestratorDecision.isBelow(host, own)
                ? own
                : host;
    }

    /// The verdict of rules, or of a list; empty where no rule holds: nothing is said then, which is no failure.
    ///
    /// @param given how many verdicts this verifier has given before; the last one of a list is given for ever
    /// @throws ExpressionException when a condition has no answer
    public Optional<Judgement> judge(JsonObject scope, int given) {
        JsonArray list = json.array("mockVerdicts").orElse(JsonArray.EMPTY);
        if (list.size() > 0) {
            return Judgement.read(list.get(Math.min(given, list.size() - 1))).map(it -> it.within(criteria()));
        }
        for (JsonValue item : json.array("rules").orElse(JsonArray.EMPTY)) {
            JsonObject rule = item.asObject().orElse(JsonObject.EMPTY);
            boolean holds = rule.string("when")
                    .map(when -> Expression.parse(when).test(scope, StepBudget.usual()))
                    .orElse(true);
            if (holds) {
                return Judgement.read(rule.get("then")).map(it -> it.within(criteria()));
            }
        }
        return Optional.empty();
    }
}

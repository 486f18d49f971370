package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a supervisor decides in one turn.
///
/// @param json as it was given: the log shows it like this
public record OrchestratorDecision(JsonObject json) {

    /// What follows from a decision.
    public enum Kind {
        /// Workers take over, each as a child run.
        NEXT_WORKER("next-worker"),
        /// The loop is left.
        TERMINATE("terminate"),
        /// People are asked for what is missing.
        CLARIFY("clarify"),
        /// People are asked whether to go on.
        ESCALATE("escalate"),
        /// The same as [#CLARIFY], with one question.
        ASK_USER("ask-user");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }

        static Kind ofWire(String text) {
            return Arrays.stream(values())
                    .filter(kind -> kind.wire.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no decision is called \"" + text + "\""));
        }
    }

    /// OpenWOP's own schema knows three kinds; `clarify` and `escalate` are laid over it.
    public static final String SCHEMA = """
            {
              "type": "object",
              "required": ["kind"],
              "properties": {
                "kind": {"enum": ["next-worker", "terminate", "clarify", "escalate", "ask-user"]},
                "nextWorkerIds": {
                  "type": "array", "minItems": 1,
                  "items": {"type": "string", "minLength": 1, "maxLength": 256},
                  "description": "The ids of the workflows that work next."
                },
                "nextWorkerInputs": {
                  "type": "array", "items": {"type": "object"},
                  "description": "Inputs of each worker, in the order of nextWorkerIds; they win over mappings."
                },
                "questions": {
                  "type": "array", "minItems": 1,
                  "items": {
                    "anyOf": [
                      {"type": "string", "minLength": 1},
                      {
                        "type": "object", "anyOf": [{"required": ["question"]}, {"required": ["prompt"]}],
                        "properties": {
                          "id": {"type": "string", "minLength": 1},
                          "question": {"type": "string", "minLength": 1},
                          "prompt": {"type": "string", "minLength": 1},
                          "schema": {"type": "object"}
                        }
                      }
                    ]
                  },
                  "description": "What people are asked, each with an id and a text."
                },
                "prompt": {"type": "string", "minLength": 1, "description": "The one thing that people are asked."},
                "reason": {"type": "string", "minLength": 1},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "successCriteria": {
                  "type": "array",
                  "items": {
                    "type": "object", "required": ["key", "met"],
                    "properties": {"key": {"type": "string", "minLength": 1}, "met": {"type": "boolean"}},
                    "additionalProperties": false
                  },
                  "description": "What the supervisor wanted to reach, and whether it has."
                }
              },
              "additionalProperties": false,
              "allOf": [
                {"if": {"properties": {"kind": {"const": "next-worker"}}}, "then": {"required": ["nextWorkerIds"]}},
                {
                  "if": {"properties": {"kind": {"const": "clarify"}}},
                  "then": {"anyOf": [{"required": ["questions"]}, {"required": ["prompt"]}]}
                },
                {"if": {"properties": {"kind": {"const": "ask-user"}}}, "then": {"required": ["prompt"]}}
              ]
            }""";

    /// Read when the first decision is: most runs have none.
    private static final class Check {
        static final JsonSchema SCHEMA =
                JsonSchema.compile(JsonReader.read(OrchestratorDecision.SCHEMA, JsonLimits.DOCUMENT)
                        .asObject()
                        .orElseThrow());
    }

    /// @throws IllegalArgumentException when it is no decision; the message says why
    public static OrchestratorDecision of(@Nullable JsonValue value) {
        if (!(value instanceof JsonObject json)) {
            throw new IllegalArgumentException("expected a decision such as {\"kind\":\"terminate\"}, found "
                    + (value == null ? "nothing" : value.kind()));
        }
        List<Violation> wrong = Check.SCHEMA.validate(json, StepBudget.usual());
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("the decision" + wrong.getFirst().pointer() + ": "
                    + wrong.getFirst().message());
        }
        return new OrchestratorDecision(json);
    }

    /// Why it cannot be handed over, which no schema can say: workers and their inputs are matched by
    /// their places.
    public Optional<String> mismatch() {
        return json.array("nextWorkerInputs")
                .map(JsonArray::size)
                .filter(inputs -> inputs != workers().size())
                .map(inputs -> "the decision names %d workers and inputs for %d of them"
                        .formatted(workers().size(), inputs));
    }

    /// The same, from somebody who can be asked to mend it.
    ///
    /// @throws IllegalArgumentException when workers and inputs do not match
    public OrchestratorDecision matching() {
        mismatch().ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return this;
    }

    public static OrchestratorDecision nextWorker(String... workflowIds) {
        return of(JsonObject.builder()
                .put("kind", Kind.NEXT_WORKER.wire)
                .put("nextWorkerIds", JsonArray.ofStrings(List.of(workflowIds)))
                .build());
    }

    public static OrchestratorDecision terminate(String reason) {
        return of(JsonObject.builder()
                .put("kind", Kind.TERMINATE.wire)
                .put("reason", reason)
                .build());
    }

    public Kind kind() {
        return Kind.ofWire(json.string("kind").orElseThrow());
    }

    public List<String> workers() {
        List<String> workers = new ArrayList<>();
        for (JsonValue worker : json.array("nextWorkerIds").orElse(JsonArray.EMPTY)) {
            worker.asString().ifPresent(workers::add);
        }
        return workers;
    }

    /// What one of the workers is given beside the mappings.
    public JsonObject inputs(int worker) {
        JsonArray inputs = json.array("nextWorkerInputs").orElse(JsonArray.EMPTY);
        return worker < inputs.size() ? inputs.get(worker).asObject().orElse(JsonObject.EMPTY) : JsonObject.EMPTY;
    }

    /// How sure the supervisor is; null when it does not say, which is not the same as unsure.
    public @Nullable JsonNumber confidence() {
        return json.get("confidence") instanceof JsonNumber number ? number : null;
    }

    public Optional<String> reason() {
        return json.string("reason");
    }

    /// Whether it leaves the loop although what was wanted is not reached.
    public boolean givesUp() {
        return json.array("successCriteria").orElse(JsonArray.EMPTY).items().stream()
                .anyMatch(criterion -> criterion
                        .asObject()
                        .map(it -> it.get("met") == JsonBool.FALSE)
                        .orElse(false));
    }

    /// What people are asked, each question with an id.
    public JsonArray questions() {
        JsonArray given = json.array("questions")
                .orElseGet(
                        () -> JsonArray.ofStrings(List.of(json.string("prompt").orElse("How shall it go on?"))));
        List<JsonValue> questions = new ArrayList<>();
        for (JsonValue item : given) {
            JsonObject question = item.asObject().orElseGet(() -> JsonObject.EMPTY.with("question", item));
            String id = question.string("id").orElse("q" + (questions.size() + 1));
            questions.add(JsonObject.builder()
                    .put("id", id)
                    .put(
                            "question",
                            new JsonString(question.string("question")
                                    .or(() -> question.string("prompt"))
                                    .orElseThrow()))
                    .putIfPresent("schema", question.get("schema"))
                    .build());
        }
        return new JsonArray(questions);
    }

    /// Whether a supervisor is less sure than it has to be. What is exactly as sure as asked for, is sure enough.
    public static boolean isBelow(@Nullable JsonNumber confidence, JsonNumber floor) {
        return confidence != null && new BigDecimal(confidence.lexeme()).compareTo(new BigDecimal(floor.lexeme())) < 0;
    }
}

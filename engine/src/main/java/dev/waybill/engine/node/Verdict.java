package dev.waybill.engine.node;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// What a person says about a decision that does not stand by itself.
public enum Verdict {
    /// It is carried out as it is.
    ACCEPT,
    /// The person's decision is carried out instead.
    ADJUST,
    /// Nothing of it is carried out; whoever decided learns why, and decides again.
    REJECT;

    private static final List<String> EDITED = List.of("editedArtifactData", "decision");

    /// The actions that a question for a verdict offers.
    public static final List<String> ACTIONS =
            List.of(ApprovalGate.ACCEPT, ApprovalGate.REJECT, ApprovalGate.EDIT_ACCEPT);

    public static Verdict of(JsonValue answer) {
        String action = answer instanceof JsonString(var word)
                ? word
                : answer.asObject().flatMap(said -> said.string("action")).orElse("");
        return switch (action) {
            case ApprovalGate.ACCEPT -> ACCEPT;
            case ApprovalGate.EDIT_ACCEPT -> ADJUST;
            default -> REJECT;
        };
    }

    /// The decision to carry out.
    ///
    /// @throws IllegalArgumentException when an adjusted one is no decision
    public OrchestratorDecision about(OrchestratorDecision original, JsonValue answer) {
        if (this != ADJUST) {
            return original;
        }
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        return OrchestratorDecision.of(EDITED.stream()
                        .filter(said::has)
                        .findFirst()
                        .map(said::get)
                        .orElse(null))
                .matching();
    }

    /// What an answer must look like: who adjusts says what is to be done instead.
    public static JsonObject answerSchema() {
        return JsonReader.read("""
                {
                  "anyOf": [
                    {
                      "type": "object", "required": ["action"],
                      "properties": {"action": {"enum": ["accept", "reject", "edit-accept"]}}
                    },
                    {"enum": ["accept", "reject"]}
                  ],
                  "if": {"type": "object", "properties": {"action": {"const": "edit-accept"}}, "required": ["action"]},
                  "then": {
                    "properties": {"editedArtifactData": DECISION, "decision": DECISION},
                    "anyOf": [{"required": ["editedArtifactData"]}, {"required": ["decision"]}]
                  }
                }""".replace("DECISION", OrchestratorDecision.SCHEMA), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// What a schema cannot say of an answer that adjusts a decision.
    ///
    /// @throws IllegalArgumentException when what it says cannot be carried out
    public static void check(JsonValue answer) {
        if (of(answer) == ADJUST) {
            ADJUST.about(OrchestratorDecision.terminate("adjusted"), answer);
        }
    }

    /// Why somebody rejected it.
    public static String reason(JsonValue answer) {
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        return said.string("reason")
                .or(() -> said.string("feedback"))
                .or(() -> said.string("comment"))
                .orElse("a person rejected it");
    }
}

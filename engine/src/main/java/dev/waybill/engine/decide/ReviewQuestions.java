package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.AttestationTerms;
import dev.waybill.engine.node.DispatchNode;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.Verdict;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.Review;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.Mask;
import dev.waybill.workflow.WorkflowNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// What people are asked about the result of a child: each result has questions of its own.
final class ReviewQuestions {

    private static final JsonObject VERDICT_ANSWER = schema(Judgement.SCHEMA);
    private static final JsonObject MERGE_ANSWER = schema("{\"type\": \"object\"}");

    private ReviewQuestions() {}

    /// Who adjusts says what holds instead.
    private static JsonObject schema(String edited) {
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
                  "then": {"properties": {"editedArtifactData": EDITED}, "required": ["editedArtifactData"]}
                }""".replace("EDITED", edited), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// Whether a verdict stands that its critic is not sure of.
    static Question verdict(RunState state, WorkflowNode node, HandOver handOver, Review review) {
        Judgement given = Objects.requireNonNull(review.given());
        String title = "Shall the verdict \"%s\" over %s stand? Its confidence is %s, below %s."
                .formatted(
                        Judgement.wire(given.ruling()),
                        handOver.plan().workerId(),
                        Objects.requireNonNull(given.confidence()),
                        Objects.requireNonNull(review.doubt()));
        return approval(
                ReviewFold.doubtKey(state.node(node.id()), handOver.index()),
                node,
                "verdict",
                title,
                given.toJson().with("target", new JsonString(handOver.childRunId())),
                JsonObject.EMPTY,
                VERDICT_ANSWER);
    }

    /// Whether what a child brought may be taken over.
    static Question merge(RunState state, WorkflowNode node, HandOver handOver, Review review) {
        AttestationTerms terms = handOver.plan().attestation();
        JsonObject more = JsonObject.builder()
                .put("childRunId", handOver.childRunId())
                .putIfPresent("attestation", terms.attests() ? AttestationTerms.attestation(review.brought()) : null)
                .putIfPresent("principalScope", terms.principalScope().orElse(null))
                .build();
        return approval(
                ReviewFold.mergeKey(state.node(node.id()), handOver.index()),
                node,
                "sub-run-output",
                "Shall what %s brought back be taken over?"
                        .formatted(handOver.plan().workerId()),
                shown(state, handOver, review),
                more,
                MERGE_ANSWER);
    }

    /// What would fill something sensitive is not shown.
    private static JsonObject shown(RunState state, HandOver handOver, Review review) {
        Map<String, JsonValue> shown = new LinkedHashMap<>(review.brought().members());
        handOver.plan().outputs().forEach((parent, child) -> {
            if (PublicView.hides(state, parent) && shown.containsKey(child)) {
                shown.put(child, Mask.REDACTED);
            }
        });
        return new JsonObject(shown);
    }

    private static Question approval(
            String key,
            WorkflowNode node,
            String type,
            String title,
            JsonObject data,
            JsonObject more,
            JsonObject schema) {
        JsonObject question = JsonObject.builder()
                .put("artifactId", key)
                .put("artifactType", type)
                .put("title", title)
                .put("artifactData", data)
                .put("actions", JsonArray.ofStrings(Verdict.ACTIONS))
                .put("requiredApprovals", 1)
                .build();
        for (var member : more.members().entrySet()) {
            question = question.with(member.getKey(), member.getValue());
        }
        return new Question(key, Question.APPROVAL, question, DispatchNode.timeoutMs(node), schema);
    }
}

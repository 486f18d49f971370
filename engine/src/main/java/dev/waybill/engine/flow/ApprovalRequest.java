package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `core.hitl.approval-request`: people approve or reject. It asks as `core.approvalGate` does and speaks with other
/// words; a rejection that no edge asks about fails the run here too.
record ApprovalRequest() implements GateNode {

    private static final List<String> COMMENTS = List.of("comment", "feedback", "reason");

    @Override
    public String typeId() {
        return "core.hitl.approval-request";
    }

    @Override
    public NodeManifest manifest() {
        return Sheets.of("approval-request", typeId());
    }

    @Override
    public boolean tellsVotes() {
        return false;
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject config = call.config();
        JsonObject data = JsonObject.of("artifactId", call.node().id())
                .with("artifactType", "approval")
                .with("title", Asking.prompt(call))
                .with("actions", JsonArray.ofStrings(List.of(ApprovalGate.ACCEPT, ApprovalGate.REJECT)))
                .with("requiredApprovals", Math.max(1, Given.count(config, "quorum", 1)))
                .withIfPresent("approversList", config.get("approvers"))
                .withIfPresent("metadata", call.inputs().get("metadata"));
        return new Question(Asking.key(call), Question.APPROVAL, data, Asking.timeoutMs(call), null);
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        boolean approved = said.string("action").orElse("").equals(ApprovalGate.ACCEPT);
        String comment = COMMENTS.stream()
                .flatMap(name -> said.string(name).stream())
                .findFirst()
                .orElse(null);
        return decided(approved, comment);
    }

    private static NodeResult decided(boolean approved, @Nullable String comment) {
        String decision = approved ? "approve" : "reject";
        JsonObject outputs = JsonObject.of("decision", decision)
                .withIfPresent("comment", comment == null ? null : new JsonString(comment));
        return new NodeResult.Done(
                outputs, approved ? "output" : ApprovalGate.REJECTED_PORT, List.of(), List.of(decision));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return decided(false, "nobody answered in time");
    }
}

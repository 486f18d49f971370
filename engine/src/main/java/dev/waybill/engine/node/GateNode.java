package dev.waybill.engine.node;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// A node that waits for one answer.
public non-sealed interface GateNode extends NodeType {

    Question ask(NodeCall call);

    /// The output that says who answered; null when none does.
    default @Nullable String answeredBy() {
        return "decidedBy";
    }

    /// Whether its outputs say how everybody voted.
    default boolean tellsVotes() {
        return true;
    }

    /// What the answer means; called once, with the answer that settled the question.
    NodeResult answered(NodeCall call, JsonValue answer);

    /// What it means that nobody answered in time.
    NodeResult unanswered(NodeCall call);
}

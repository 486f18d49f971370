package dev.waybill.engine.node;

import dev.waybill.base.json.JsonValue;

/// A node that waits for one answer.
public non-sealed interface GateNode extends NodeType {

    Question ask(NodeCall call);

    /// What the answer means; called once, with the answer that settled the question.
    NodeResult answered(NodeCall call, JsonValue answer);

    /// What it means that nobody answered in time.
    NodeResult unanswered(NodeCall call);
}

package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import org.jspecify.annotations.Nullable;

/// A wait that ends when somebody outside calls back, with the token of the question.
record CallbackGate() implements GateNode {

    @Override
    public String typeId() {
        return WaitNode.TYPE;
    }

    @Override
    public @Nullable String answeredBy() {
        return null;
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject data = JsonObject.of("eventType", call.node().id())
                .with("correlation", JsonObject.EMPTY)
                .withIfPresent("signatureHint", call.config().get("signatureHint"));
        return new Question(Asking.key(call), Question.EXTERNAL_EVENT, data, null, null);
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        return NodeResult.done(JsonObject.of("resumed", JsonBool.TRUE).with("payload", answer));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return Asking.nobody(call);
    }
}

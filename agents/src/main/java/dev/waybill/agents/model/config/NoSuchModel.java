package dev.waybill.agents.model.config;

import dev.waybill.engine.node.NodeResult;

/// Nobody here answers for what was asked for.
public final class NoSuchModel extends RuntimeException {

    public static final String CODE = "model_not_supported";

    private static final long serialVersionUID = 1;

    NoSuchModel(String message) {
        super(message);
    }

    public NodeResult toNodeResult() {
        return NodeResult.failed(CODE, String.valueOf(getMessage()));
    }
}

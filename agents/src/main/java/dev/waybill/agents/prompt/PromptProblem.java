package dev.waybill.agents.prompt;

import dev.waybill.engine.node.NodeResult;

/// A prompt that cannot be used: nobody has it, or something that it needs is missing.
public final class PromptProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    public PromptProblem(String code, String message) {
        super(message);
        this.code = code;
    }

    public String code() {
        return code;
    }

    public NodeResult toNodeResult() {
        return NodeResult.failed(code, String.valueOf(getMessage()));
    }
}

package dev.waybill.engine.flow;

/// What a node was given cannot be used.
final class BadFlow extends RuntimeException {

    static final String INPUT = "validation_error";
    static final String CONFIG = "CONFIG_INVALID";
    static final String SIZE = "flow_too_large";

    private static final long serialVersionUID = 1;

    private final String code;

    BadFlow(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }
}

package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;

/// A "no" in the protocol's numbers.
final class A2aRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL_ERROR = -32603;
    static final int TASK_NOT_FOUND = -32001;
    static final int TASK_NOT_CANCELABLE = -32002;
    static final int PUSH_NOT_SUPPORTED = -32003;
    static final int UNSUPPORTED_OPERATION = -32004;
    static final int CONTENT_TYPE_NOT_SUPPORTED = -32005;

    /// Of the range that servers may fill: the key lacks a scope.
    static final int FORBIDDEN = -32000;

    private final int code;
    private final transient JsonObject data;

    A2aRefusal(int code, String message) {
        this(code, message, JsonObject.EMPTY);
    }

    A2aRefusal(int code, String message, JsonObject data) {
        super(message, null, false, false);
        this.code = code;
        this.data = data;
    }

    int code() {
        return code;
    }

    /// For programs: the stable code that all doors share, and its details.
    JsonObject data() {
        return data;
    }

    static A2aRefusal of(RuntimeException thrown) {
        if (thrown instanceof A2aRefusal known) {
            return known;
        }
        Refusal refusal = Refusals.outside(thrown);
        JsonObject data = JsonObject.of("error", refusal.code())
                .withIfPresent("details", refusal.details().isEmpty() ? null : refusal.details())
                .withIfPresent("next", refusal.next());
        return new A2aRefusal(code(refusal), refusal.message(), data);
    }

    private static int code(Refusal refusal) {
        if (refusal.code().equals("run_not_found")) {
            return TASK_NOT_FOUND;
        }
        if (refusal.code().equals("run_terminal")) {
            return UNSUPPORTED_OPERATION;
        }
        Kind kind = refusal.kind();
        return switch (kind) {
            case FORBIDDEN, UNAUTHENTICATED -> FORBIDDEN;
            case UNREADABLE, INVALID, NOT_FOUND, CONFLICT, GONE, UNFIT, LIMITED -> INVALID_PARAMS;
            case UNAVAILABLE, DAMAGED, INTERNAL -> INTERNAL_ERROR;
        };
    }
}

package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;

/// A request that breaks the protocol; what a tool refuses is a result instead.
final class McpRefusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// How HTTP shows it.
    enum Status {
        OK,
        BAD_REQUEST,
        NOT_FOUND
    }

    private final int code;
    private final transient JsonObject data;
    private final Status status;

    McpRefusal(int code, String message, JsonObject data, Status status) {
        super(message, null, false, false);
        this.code = code;
        this.data = data;
        this.status = status;
    }

    static McpRefusal invalid(String message) {
        return new McpRefusal(Rpc.INVALID_PARAMS, message, JsonObject.EMPTY, Status.OK);
    }

    /// Something is missing that every request of its revision has.
    static McpRefusal malformed(String message) {
        return new McpRefusal(Rpc.INVALID_PARAMS, message, JsonObject.EMPTY, Status.BAD_REQUEST);
    }

    Status status() {
        return status;
    }

    byte[] answer(Rpc.Request request) {
        return Rpc.error(request.id(), code, String.valueOf(getMessage()), data);
    }
}

package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonObject;

/// A "no" that only HTTP knows, with its status.
public final class RestRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public static final String VALIDATION_ERROR = "validation_error";

    private final int status;
    private final String code;
    private final transient JsonObject details;

    public RestRefusal(int status, String code, String message) {
        this(status, code, message, JsonObject.EMPTY);
    }

    public RestRefusal(int status, String code, String message, JsonObject details) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = details;
    }

    /// The request says something that it cannot.
    public static RestRefusal invalid(String message) {
        return new RestRefusal(400, VALIDATION_ERROR, message);
    }

    public static RestRefusal notFound(String message) {
        return new RestRefusal(404, "not_found", message);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public JsonObject details() {
        return details;
    }
}

package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// The caller asked for something that does not fit the run. Nothing was recorded.
public final class Refused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final transient RefusalCode code;
    private final transient JsonObject details;

    public Refused(RefusalCode code, String message) {
        this(code, message, JsonObject.EMPTY);
    }

    public Refused(RefusalCode code, String message, JsonObject details) {
        super(message);
        this.code = code;
        this.details = details;
    }

    public RefusalCode code() {
        return code;
    }

    public JsonObject details() {
        return details;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(code.kind(), code.wire(), String.valueOf(getMessage()), code.next(), details);
    }
}

package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// A call that changed nothing, with what was expected, what was found and what to do next.
///
/// It never crosses the boundary to an agent: the door turns it into data.
public final class GuidedRefusal extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final GuidedCode code;
    private final String next;
    private final transient JsonObject details;

    /// @param message what was expected and what was found
    /// @param next what the agent should do
    public GuidedRefusal(GuidedCode code, String message, String next) {
        this(code, message, next, JsonObject.EMPTY);
    }

    public GuidedRefusal(GuidedCode code, String message, String next, JsonObject details) {
        super(message, null, false, false);
        this.code = code;
        this.next = next;
        this.details = details;
    }

    public GuidedCode code() {
        return code;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(code.kind(), code.name(), String.valueOf(getMessage()), next, details);
    }
}

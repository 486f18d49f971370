package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// A call that changed nothing, with what was expected, what was found and what to do next.
///
/// It never crosses the boundary to an agent: the door turns it into data.
public final class GuidedRefusal extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final GuidedCode code;

    /// @param message what was expected and what was found
    /// @param next what the agent should do
    public GuidedRefusal(GuidedCode code, String message, String next) {
        this(code, message, next, JsonObject.EMPTY);
    }

    public GuidedRefusal(GuidedCode code, String message, String next, JsonObject details) {
        super(new Refusal(code.kind(), code.name(), message, next, details));
        this.code = code;
    }

    public GuidedCode code() {
        return code;
    }
}

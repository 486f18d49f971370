package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import org.jspecify.annotations.Nullable;

/// One thing that a reader must know about the evidence.
///
/// @param code a [FindingCode], or the code for which a single receipt is invalid
/// @param receipt the `sha256:` reference of the receipt concerned
/// @param workflow the workflow concerned
/// @param message what was expected and what was found
/// @param next what to do about it
public record Finding(
        String code,
        Severity severity,
        @Nullable String receipt,
        @Nullable String workflow,
        String message,
        String next) {

    public JsonObject toJson() {
        return JsonObject.of("code", code)
                .with("severity", severity.wire())
                .with("receipt", receipt == null ? JsonNull.NULL : new JsonString(receipt))
                .withIfPresent("workflow_id", workflow)
                .with("message", message)
                .with("next", next);
    }
}

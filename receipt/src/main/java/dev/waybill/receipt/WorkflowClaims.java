package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.ProtocolContexts;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowContext;
import org.jspecify.annotations.Nullable;

/// What a receipt's extensions say about a workflow: its place in one, or the summary of one.
///
/// A bad context or summary makes the whole receipt invalid, and so does a protocol's context that contradicts it.
record WorkflowClaims(
        @Nullable WorkflowContext context, @Nullable SummaryClaims summary) {

    /// @throws Rejected with the pointer of the fault within the payload
    static WorkflowClaims read(Wire wire, JsonObject claims) {
        JsonObject extensions = claims.object(wire.extensionsClaim()).orElse(JsonObject.EMPTY);
        WorkflowContext context =
                within(wire, WorkflowContext.WORKFLOW_EXTENSION_KEY, extensions, group -> context(group, extensions));
        checkProtocol(wire, extensions, context);
        String issuer = claims.string("iss").orElse("");
        CommitLog log = within(wire, CommitLog.EXTENSION_KEY, extensions, CommitLog::parse);
        SummaryClaims summary =
                within(wire, SummaryClaims.EXTENSION_KEY, extensions, group -> SummaryClaims.read(group, issuer, log));
        return new WorkflowClaims(context, summary);
    }

    private static void checkProtocol(Wire wire, JsonObject extensions, @Nullable WorkflowContext context) {
        try {
            ProtocolContexts.check(extensions, context);
        } catch (Rejected e) {
            throw new Rejected(e.code(), "/" + wire.extensionsClaim() + e.pointer(), e.getMessage());
        }
    }

    /// Parents may be absent only where the issuer signed a commitment to them: a list that is merely
    /// missing is a mistake, never a root. Where there is a commitment they must be absent, or the
    /// receipt would name its parents twice.
    private static WorkflowContext context(JsonValue group, JsonObject extensions) {
        JsonValue commitment = extensions.get(Redactable.EXTENSION_KEY);
        return commitment == null ? WorkflowContext.parse(group) : Redactable.withheld(group, commitment);
    }

    private static <T> @Nullable T within(Wire wire, String key, JsonObject extensions, Reading<T> reading) {
        JsonValue group = extensions.get(key);
        if (group == null) {
            return null;
        }
        try {
            return reading.of(group);
        } catch (Rejected e) {
            String pointer = "/" + wire.extensionsClaim() + "/" + key.replace("/", "~1") + e.pointer();
            throw new Rejected(e.code(), pointer, e.getMessage());
        }
    }

    private interface Reading<T> {
        T of(JsonValue group);
    }
}

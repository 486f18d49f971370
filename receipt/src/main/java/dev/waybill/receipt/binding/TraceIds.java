package dev.waybill.receipt.binding;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// Trace and span ids of runs and their receipts: those that were stored when the receipt was issued, or derived ones.
///
/// Derived ids are the beginning of a SHA-256 over the PEAC id with a label in front, so that every exporter finds the
/// same ones: a live process that looks at a log, and somebody who has nothing but the receipts. They lead from a
/// receipt to a trace and never back.
public final class TraceIds {

    private static final String CORRELATION_KEY = "org.peacprotocol/correlation";
    private static final String TRACE_LABEL = "dev.waybill/otel/trace-id/v1";
    private static final String WORKFLOW_LABEL = "dev.waybill/otel/workflow-span-id/v1";
    private static final String STEP_LABEL = "dev.waybill/otel/step-span-id/v1";
    private static final String HAND_OVER_LABEL = "dev.waybill/otel/hand-over-span-id/v1";
    private static final String CALL_LABEL = "dev.waybill/otel/call-span-id/v1";
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    private TraceIds() {}

    public static String traceOf(WorkflowId workflow) {
        return traceOf(workflow.value());
    }

    /// The trace of everything that shares a correlation id. A run that nobody correlates has its own workflow id as
    /// one, and its children and forks carry that on: a family is one trace.
    public static String traceOf(String correlationId) {
        return derive(TRACE_BYTES, TRACE_LABEL, correlationId);
    }

    public static String spanOf(WorkflowId workflow) {
        return derive(SPAN_BYTES, WORKFLOW_LABEL, workflow.value());
    }

    public static String spanOf(WorkflowId workflow, StepId step) {
        return derive(SPAN_BYTES, STEP_LABEL, workflow.value(), step.value());
    }

    /// The span of a hand-over, named after the child, so that both sides know it.
    public static String handOverTo(WorkflowId child) {
        return derive(SPAN_BYTES, HAND_OVER_LABEL, child.value());
    }

    /// The span of a call of a model or a tool inside a step.
    ///
    /// @param sequence of the event that tells of it
    public static String callOf(WorkflowId workflow, StepId step, long sequence) {
        return derive(SPAN_BYTES, CALL_LABEL, workflow.value(), step.value(), Long.toString(sequence));
    }

    /// The trace in which the receipt was issued. Wire 0.1 does not check the group, so it is checked here.
    static Optional<String> storedTrace(Receipt receipt) {
        return stored(receipt, "trace_id", TRACE_BYTES);
    }

    static Optional<String> storedSpan(Receipt receipt) {
        return stored(receipt, "span_id", SPAN_BYTES);
    }

    private static Optional<String> stored(Receipt receipt, String member, int bytes) {
        return receipt.extensions()
                .object(CORRELATION_KEY)
                .flatMap((JsonObject group) -> group.string(member))
                .filter(id -> isId(id, bytes));
    }

    private static boolean isId(String id, int bytes) {
        return id.length() == 2 * bytes
                && id.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))
                && id.chars().anyMatch(c -> c != '0');
    }

    private static String derive(int bytes, String... parts) {
        // Neither labels nor ids contain a line feed, so joined texts differ where the parts do.
        byte[] text = String.join("\n", parts).getBytes(StandardCharsets.UTF_8);
        return id(Arrays.copyOf(Digest.of(text).toBytes(), bytes));
    }

    /// All zeros means "no id" to OpenTelemetry.
    static String id(byte[] bytes) {
        boolean zero = true;
        for (byte b : bytes) {
            zero &= b == 0;
        }
        if (zero) {
            bytes[bytes.length - 1] = 1;
        }
        return HexFormat.of().formatHex(bytes);
    }
}

package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import java.util.Optional;

/// The W3C trace and span in which a receipt was issued, so that it can be found from a trace and back.
public record TraceContext(String traceId, String spanId) {

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /// @throws Rejected with `E_INVALID_FORMAT`
    public TraceContext {
        check("/trace/trace_id", traceId, TRACE_DIGITS);
        check("/trace/span_id", spanId, SPAN_DIGITS);
    }

    private static void check(String pointer, String id, int digits) {
        if (!hex(id, digits)) {
            throw Refusals.format(pointer, digits + " lower-case hexadecimal digits, not all zero", Refusals.found(id));
        }
    }

    /// Reads a `traceparent` header: `00-<trace>-<span>-<flags>`.
    public static Optional<TraceContext> ofTraceparent(String traceparent) {
        String[] parts = traceparent.split("-", -1);
        if (parts.length < 4
                || !isByte(parts[0])
                || !isByte(parts[3])
                || parts[0].equals("ff")
                || (parts[0].equals("00") && parts.length != 4)
                || !hex(parts[1], TRACE_DIGITS)
                || !hex(parts[2], SPAN_DIGITS)) {
            return Optional.empty();
        }
        return Optional.of(new TraceContext(parts[1], parts[2]));
    }

    private static boolean isByte(String text) {
        return text.length() == 2 && isHex(text);
    }

    private static boolean hex(String text, int digits) {
        // All zeros means "no trace" in W3C Trace Context.
        return text.length() == digits && isHex(text) && text.chars().anyMatch(c -> c != '0');
    }

    private static boolean isHex(String text) {
        return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    void addTo(JsonObject.Builder correlation) {
        correlation.put("trace_id", traceId).put("span_id", spanId);
    }
}

package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.RunHeader;
import dev.waybill.receipt.TraceContext;
import org.jspecify.annotations.Nullable;

/// The W3C trace in which a caller started a run, fixed in the header, so that the receipts of the run, its children
/// and forks are found from the trace and their spans hang in it. A call that brings a trace of its own goes before.
public final class CallerTrace {

    /// In the header's options, in a start's metadata and beside an acknowledgement: as the caller sent it.
    public static final String TRACEPARENT = "traceparent";

    private CallerTrace() {}

    /// The options of a run whose start says this.
    public static JsonObject into(JsonObject options, JsonObject metadata) {
        TraceContext trace = of(metadata.string(TRACEPARENT).orElse(null));
        return trace == null
                ? options
                : options.with(
                        TRACEPARENT, new JsonString(metadata.string(TRACEPARENT).orElseThrow()));
    }

    public static @Nullable TraceContext of(RunHeader header) {
        return of(header.options().string(TRACEPARENT).orElse(null));
    }

    static @Nullable TraceContext of(@Nullable String traceparent) {
        return traceparent == null
                ? null
                : TraceContext.ofTraceparent(traceparent).orElse(null);
    }
}

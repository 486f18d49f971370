package dev.waybill.app.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.binding.OtlpJson;
import dev.waybill.receipt.binding.Span;
import dev.waybill.view.run.Page;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;

/// Spans for programs: there is nothing in them for a terminal.
public record SpanPage(List<Span> spans) implements Page {

    @Override
    public JsonObject toJson() {
        return OtlpJson.traces(spans);
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
        out.println(JsonWriter.compact(toJson()));
    }
}

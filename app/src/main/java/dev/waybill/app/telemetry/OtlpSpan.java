package dev.waybill.app.telemetry;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.binding.Span;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/// A span of ours as the SDK's exporters take it.
record OtlpSpan(Span span, Resource resource) implements SpanData {

    @Override
    public String getName() {
        return span.name();
    }

    @Override
    public SpanKind getKind() {
        return switch (span.kind()) {
            case INTERNAL -> SpanKind.INTERNAL;
            case CLIENT -> SpanKind.CLIENT;
        };
    }

    @Override
    public SpanContext getSpanContext() {
        return context(span.traceId(), span.spanId());
    }

    @Override
    public SpanContext getParentSpanContext() {
        String parent = span.parentSpanId();
        return parent == null ? SpanContext.getInvalid() : context(span.traceId(), parent);
    }

    private static SpanContext context(String traceId, String spanId) {
        return SpanContext.create(traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
    }

    @Override
    public StatusData getStatus() {
        return switch (span.status().outcome()) {
            case UNSET -> StatusData.unset();
            case OK -> StatusData.ok();
            case ERROR ->
                StatusData.create(
                        io.opentelemetry.api.trace.StatusCode.ERROR,
                        span.status().message());
        };
    }

    @Override
    public long getStartEpochNanos() {
        return span.startNanos();
    }

    @Override
    public long getEndEpochNanos() {
        return span.endNanos();
    }

    @Override
    public Attributes getAttributes() {
        return attributes(span.attributes());
    }

    @Override
    public List<EventData> getEvents() {
        return span.events().stream()
                .map(event -> EventData.create(event.timeNanos(), event.name(), attributes(event.attributes())))
                .toList();
    }

    @Override
    public List<LinkData> getLinks() {
        return span.links().stream()
                .map(link -> LinkData.create(context(link.traceId(), link.spanId()), attributes(link.attributes())))
                .toList();
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return span.events().size();
    }

    @Override
    public int getTotalRecordedLinks() {
        return span.links().size();
    }

    @Override
    public int getTotalAttributeCount() {
        return span.attributes().size();
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(span.scope(), null);
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return InstrumentationScopeInfo.create(span.scope());
    }

    @Override
    public Resource getResource() {
        return resource;
    }

    static Attributes attributes(JsonObject json) {
        AttributesBuilder attributes = Attributes.builder();
        json.members().forEach((name, value) -> {
            switch (value) {
                case JsonString text -> attributes.put(name, text.value());
                case JsonBool bool -> attributes.put(name, bool.value());
                case JsonNumber number -> number.asInteger().ifPresent(it -> attributes.put(name, it));
                case JsonArray texts ->
                    attributes.put(
                            AttributeKey.stringArrayKey(name),
                            texts.items().stream()
                                    .map(text -> text.asString().orElse(""))
                                    .toList());
                default -> throw new IllegalArgumentException("no attribute is a JSON " + value.kind());
            }
        });
        return attributes.build();
    }
}

package dev.waybill.app.telemetry;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.RunFact;
import dev.waybill.receipt.binding.Span;
import dev.waybill.runtime.egress.Seam;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// OTLP over HTTP, by the SDK.
final class OtlpOutlet implements Outlet {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    private static final String SCOPE = "dev.waybill";
    private static final double NANOS = 1e9;

    /// Held, since a logger that nobody holds forgets its level. Trouble is told once, by us.
    private static final Logger SDK_LOG = Logger.getLogger("io.opentelemetry");

    private final Resource resource;
    private final SpanExporter spans;
    private final SdkMeterProvider meters;
    private final LongCounter started;
    private final LongCounter ended;
    private final LongCounter steps;
    private final DoubleHistogram stepSeconds;
    private final DoubleHistogram commitSeconds;
    private final LongHistogram tokens;

    OtlpOutlet(Target target, Figures figures) {
        SDK_LOG.setLevel(Level.OFF);
        this.resource = Resource.create(Attributes.builder()
                .put("service.name", target.service())
                .put("service.version", target.version())
                .put("service.instance.id", target.instance())
                .build());
        var exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(target.signal("traces"))
                .setTimeout(PATIENCE);
        target.headers().forEach(exporter::addHeader);
        this.spans = exporter.build();
        var metrics = OtlpHttpMetricExporter.builder()
                .setEndpoint(target.signal("metrics"))
                .setTimeout(PATIENCE);
        target.headers().forEach(metrics::addHeader);
        this.meters = SdkMeterProvider.builder()
                .setResource(resource)
                .registerMetricReader(PeriodicMetricReader.builder(metrics.build())
                        .setInterval(Duration.ofMillis(target.intervalMillis()))
                        .build())
                .build();
        Meter meter = meters.get(SCOPE);
        this.started = counter(meter, "waybill.runs.started", "Runs that began.");
        this.ended = counter(meter, "waybill.runs.ended", "Runs that ended, by status.");
        this.steps = counter(meter, "waybill.steps", "Steps that ended, by node type and outcome.");
        this.stepSeconds = seconds(meter, "waybill.step.duration", "How long attempts of steps took.");
        this.commitSeconds = seconds(meter, "waybill.commit.duration", "How long the store took to commit a turn.");
        this.tokens = meter.histogramBuilder("gen_ai.client.token.usage")
                .setDescription("Tokens that models were given and gave.")
                .setUnit("{token}")
                .ofLongs()
                .build();
        new Gauges(figures).register(meter);
    }

    private static LongCounter counter(Meter meter, String name, String what) {
        return meter.counterBuilder(name).setDescription(what).build();
    }

    private static DoubleHistogram seconds(Meter meter, String name, String what) {
        return meter.histogramBuilder(name)
                .setDescription(what)
                .setUnit("s")
                .setExplicitBucketBoundariesAdvice(
                        List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 600.0))
                .build();
    }

    @Override
    public boolean send(List<Span> ready) {
        Seam.TELEMETRY.pass();
        List<SpanData> batch = ready.stream()
                .<SpanData>map(span -> new OtlpSpan(span, resource))
                .toList();
        return spans.export(batch)
                .join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .isSuccess();
    }

    @Override
    public void count(Decision decision, Duration took, List<Span> all) {
        Seam.TELEMETRY.pass(decision.state().header());
        commitSeconds.record(took.toNanos() / NANOS);
        for (Event event : decision.events()) {
            if (event.fact() instanceof RunFact.RunStarted) {
                started.add(1);
            }
        }
        all.forEach(this::count);
    }

    private void count(Span span) {
        var attributes = span.attributes();
        attributes
                .string("peac.workflow.status")
                .ifPresent(status -> ended.add(1, Attributes.of(AttributeKey.stringKey("waybill.status"), status)));
        if (attributes.string("waybill.kind").filter("node"::equals).isPresent()) {
            steps.add(1, of(span, "openwop.node_type", "waybill.outcome").build());
            stepSeconds.record(
                    (span.endNanos() - span.startNanos()) / NANOS,
                    of(span, "openwop.node_type").build());
        } else if (attributes.has("gen_ai.usage.input_tokens")) {
            tokens(span, "input");
            tokens(span, "output");
        }
    }

    private void tokens(Span span, String type) {
        if (span.attributes().get("gen_ai.usage." + type + "_tokens") instanceof JsonNumber number) {
            tokens.record(
                    number.asInteger().orElse(0),
                    of(span, "gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model")
                            .put("gen_ai.token.type", type)
                            .build());
        }
    }

    /// These attributes of a span, as far as it has them.
    private static AttributesBuilder of(Span span, String... names) {
        AttributesBuilder attributes = Attributes.builder();
        for (String name : names) {
            span.attributes().string(name).ifPresent(value -> attributes.put(name, value));
        }
        return attributes;
    }

    @Override
    public void close() {
        meters.shutdown().join(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
        spans.shutdown().join(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
    }
}

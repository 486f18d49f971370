package dev.waybill.app.telemetry;

import dev.waybill.runtime.lane.LaneReport.OfKind;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToDoubleFunction;

/// What is asked for whenever metrics are exported: queues, and who waits for what.
record Gauges(Figures figures) {

    private static final AttributeKey<String> KIND = AttributeKey.stringKey("waybill.activity.kind");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("waybill.status");
    private static final double MILLIS = 1_000.0;

    void register(Meter meter) {
        lane(meter, "waybill.activities.limit", "Most activities of a kind at work at once.", OfKind::limit);
        lane(meter, "waybill.activities.at_work", "Activities at work.", OfKind::atWork);
        lane(meter, "waybill.activities.waiting", "Activities that wait for a place.", OfKind::waiting);
        lane(meter, "waybill.activities.longest_wait", "Seconds that the first in line has waited.", this::wait);
        meter.gaugeBuilder("waybill.runs.waiting")
                .setDescription("Runs of the store that wait for somebody, by status; counted up to 1,000.")
                .ofLongs()
                .buildWithCallback(gauge -> figures.waiting()
                        .get()
                        .forEach((status, count) -> gauge.record(count, Attributes.of(STATUS, status.wire()))));
    }

    private void lane(Meter meter, String name, String what, ToDoubleFunction<OfKind> figure) {
        meter.gaugeBuilder(name)
                .setDescription(what)
                .buildWithCallback(gauge -> figures.activities()
                        .get()
                        .kinds()
                        .forEach(kind -> gauge.record(
                                figure.applyAsDouble(kind),
                                Attributes.of(KIND, kind.kind().word()))));
    }

    private double wait(OfKind lane) {
        Instant since = lane.waitingSince();
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, figures.clock().instant()).toMillis()) / MILLIS;
    }
}

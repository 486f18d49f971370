package dev.waybill.doors.metrics;

import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.runtime.lane.LaneReport;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// `/metrics`: what waits and works in this process, in the text format of Prometheus.
public record MetricsDoor(Supplier<LaneReport> activities, BooleanSupplier ready, InstantSource clock) implements Door {

    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    @Override
    public void open(HttpRules rules) {
        rules.get(
                "/metrics",
                (request, response) -> response.header(HeaderNames.CONTENT_TYPE, FORMAT)
                        .send(new MetricsText(clock.instant())
                                .ready(ready.getAsBoolean())
                                .activities(
                                        activities.get(), Callers.of(request).tenant())
                                .toString()));
    }

    @Override
    public String notice() {
        return "metrics at /metrics";
    }
}

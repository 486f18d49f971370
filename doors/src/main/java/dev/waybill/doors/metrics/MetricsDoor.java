package dev.waybill.doors.metrics;

import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.lane.LaneReport;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// `/metrics`: what waits and works in this process, in the text format of Prometheus, for a caller that may read runs.
public record MetricsDoor(Supplier<LaneReport> activities, BooleanSupplier ready, InstantSource clock) implements Door {

    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    @Override
    public void open(HttpRules rules) {
        rules.get("/metrics", this::show);
    }

    private void show(ServerRequest request, ServerResponse response) {
        try {
            String tenant = Callers.of(request, Scope.RUNS_READ).tenant();
            response.header(HeaderNames.CONTENT_TYPE, FORMAT)
                    .send(new MetricsText(clock.instant())
                            .ready(ready.getAsBoolean())
                            .activities(activities.get(), tenant)
                            .toString());
        } catch (Refused e) {
            Replies.refuse(response, Refusals.of(e));
        }
    }

    @Override
    public String notice() {
        return "metrics at /metrics";
    }
}

package dev.waybill.doors.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.OpenGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.lane.LaneReport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricsDoorTest {

    private static final LaneReport REPORT = new LaneReport(
            List.of(new LaneReport.OfKind(ActivityKind.MODEL, 8, 5, 0, null)),
            100,
            List.of(new LaneReport.OfTenant("acme", 5, 0)));

    @Test
    void aMonitorFindsTheFiguresAtMetrics() throws IOException, InterruptedException {
        Gatekeeper gate = new OpenGate(new Caller("acme", "monitor", Scope.ALL));
        MetricsDoor door = new MetricsDoor(() -> REPORT, () -> true, InstantSource.system());
        try (WaybillServer server =
                        WaybillServer.start(ServerSettings.of("127.0.0.1", 0), gate, Optional::empty, List.of(door));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
            assertThat(answer.body())
                    .contains(
                            "waybill_ready 1\n",
                            "waybill_activities_at_work{kind=\"model\"} 5\n",
                            "waybill_tenant_activities_at_work 5\n");
        }
    }
}

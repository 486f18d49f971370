package dev.waybill.doors.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.node.ActivityKind;
import dev.waybill.runtime.lane.LaneReport;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsTextTest {

    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    private static final LaneReport REPORT = new LaneReport(
            List.of(
                    new LaneReport.OfKind(ActivityKind.MODEL, 8, 8, 3, NOON.minusMillis(1_500)),
                    new LaneReport.OfKind(ActivityKind.OTHER, 256, 0, 0, null)),
            100,
            List.of(new LaneReport.OfTenant("acme", 7, 3), new LaneReport.OfTenant("globex", 1, 0)));

    @Test
    void aMonitorReadsWhatWaitsAndWorks() {
        assertThat(new MetricsText(NOON).activities(REPORT, "acme").toString())
                .contains(
                        "# TYPE waybill_activities_limit gauge\n",
                        "waybill_activities_limit{kind=\"model\"} 8\n",
                        "waybill_activities_at_work{kind=\"model\"} 8\n",
                        "waybill_activities_waiting{kind=\"model\"} 3\n",
                        "waybill_activities_longest_wait_seconds{kind=\"model\"} 1.5\n",
                        "waybill_activities_longest_wait_seconds{kind=\"other\"} 0.0\n",
                        "waybill_tenant_activities_limit 100\n",
                        "waybill_tenant_activities_at_work 7\n",
                        "waybill_tenant_activities_waiting 3\n");
    }

    @Test
    void noTenantSeesWhatAnotherHasAtWork() {
        assertThat(new MetricsText(NOON).activities(REPORT, "initech").toString())
                .contains("waybill_tenant_activities_at_work 0\n")
                .doesNotContain("acme", "globex");
    }
}

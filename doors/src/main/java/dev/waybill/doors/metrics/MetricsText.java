package dev.waybill.doors.metrics;

import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.runtime.lane.LaneReport.OfKind;
import dev.waybill.runtime.lane.LaneReport.OfTenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;

/// Figures in the text format of Prometheus.
final class MetricsText {

    private final Instant now;
    private final StringBuilder text = new StringBuilder();

    MetricsText(Instant now) {
        this.now = now;
    }

    MetricsText ready(boolean ready) {
        single("waybill_ready", "1 if this process can take every write now, as /ready says, else 0.", ready ? 1 : 0);
        return this;
    }

    /// @param tenant who asks; what others have at work shows in the sums only
    MetricsText activities(LaneReport report, String tenant) {
        ofKinds(report, "limit", "Most activities of a kind at work at once.", OfKind::limit);
        ofKinds(report, "at_work", "Activities at work.", OfKind::atWork);
        ofKinds(report, "waiting", "Activities that wait for a place.", OfKind::waiting);
        ofKinds(report, "longest_wait_seconds", "How long the first in line has waited.", this::longestWait);
        OfTenant own = report.tenants().stream()
                .filter(each -> each.tenant().equals(tenant))
                .findFirst()
                .orElse(new OfTenant(tenant, 0, 0));
        single("waybill_tenant_activities_limit", "Most of your activities at work at once.", report.tenantLimit());
        single("waybill_tenant_activities_at_work", "Your activities at work.", own.atWork());
        single("waybill_tenant_activities_waiting", "Your activities that wait for a place.", own.waiting());
        return this;
    }

    private Number longestWait(OfKind lane) {
        Instant since = lane.waitingSince();
        return since == null ? 0 : Math.max(0, Duration.between(since, now).toMillis()) / 1_000.0;
    }

    private void ofKinds(LaneReport report, String what, String help, Function<OfKind, Number> figure) {
        String name = "waybill_activities_" + what;
        head(name, help);
        for (OfKind lane : report.kinds()) {
            text.append(String.format(
                    Locale.ROOT, "%s{kind=\"%s\"} %s\n", name, lane.kind().word(), figure.apply(lane)));
        }
    }

    private void single(String name, String help, int figure) {
        head(name, help);
        text.append(name).append(' ').append(figure).append('\n');
    }

    private void head(String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

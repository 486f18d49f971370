package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.LeftRun;
import dev.waybill.runtime.WriteReadiness;
import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.runtime.lane.LaneReport.OfKind;
import dev.waybill.runtime.webhook.WebhookDesk;
import dev.waybill.view.text.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Looks at the processes that work on the runs here: what each has at work, and what waits in it. They say so with
/// their heartbeats; nobody is asked.
record ProcessCheckups(Environment environment, StoreOptions place) {

    private static final Duration LONG = Duration.ofMinutes(1);

    List<Checkup> all() {
        if (!place.isThere(environment)) {
            return List.of(Checkup.ok("processes", "none: no run was started here yet"));
        }
        Instant now = environment.clock().instant();
        try (RunStore store = place.openToRead(environment)) {
            List<Checkup> processes = store.processes(now, HostSettings.DEFAULT_LEASE).stream()
                    .map(process -> checkup(process, now))
                    .toList();
            List<Checkup> all = new ArrayList<>(
                    processes.isEmpty()
                            ? List.of(Checkup.ok("processes", "none at work in " + store.describe()))
                            : processes);
            LeftRun.of(store, now, HostSettings.DEFAULT_LEASE).forEach(left -> all.add(waiting(left)));
            all.addAll(deliveries(WebhookDesk.backlog(store)));
            return all;
        } catch (StoreException e) {
            return List.of(Checkup.missing(
                    "processes", String.valueOf(e.getMessage()), "Check --data, --db, WAYBILL_DATA and WAYBILL_DB."));
        }
    }

    /// Said only where something was not delivered to a webhook.
    private static List<Checkup> deliveries(List<Backlog> backlog) {
        long waiting = backlog.stream().mapToLong(Backlog::waiting).sum();
        long dead = backlog.stream().mapToLong(Backlog::dead).sum();
        String words = "%d pending for %s, %d abandoned".formatted(waiting, Count.of(backlog.size(), "receiver"), dead);
        if (dead > 0) {
            return List.of(Checkup.warning(
                    "deliveries",
                    words,
                    "GET /v1/webhooks shows whose they are; POST /v1/webhooks/{webhookId}:redeliver tries again."));
        }
        return waiting == 0 ? List.of() : List.of(Checkup.ok("deliveries", words));
    }

    private static Checkup waiting(LeftRun left) {
        return Checkup.warning(
                left.run().value(),
                "waits for a process that has what it needs: " + left.why(),
                "Start 'waybill work' or 'waybill serve' with the configuration and node types that it was started with.");
    }

    private static Checkup checkup(LiveProcess process, Instant now) {
        String name = "process " + process.process().value();
        String obstacle = process.status().string(WriteReadiness.OBSTACLE).orElse(null);
        if (obstacle != null) {
            return Checkup.missing(name, "not ready: " + obstacle, "Its /ready says 503 until this is mended.");
        }
        return LaneReport.ofJson(process.status())
                .map(report -> checkup(name, report, now))
                .orElse(Checkup.ok(name, "alive"));
    }

    private static Checkup checkup(String name, LaneReport report, Instant now) {
        String lanes = report.kinds().stream()
                .filter(lane -> lane.atWork() + lane.waiting() > 0)
                .map(lane -> words(lane, now))
                .collect(Collectors.joining("; "));
        if (report.tenants().size() > 1) {
            lanes += report.tenants().stream()
                    .map(tenant ->
                            "; %s %d at work, %d waiting".formatted(tenant.tenant(), tenant.atWork(), tenant.waiting()))
                    .collect(Collectors.joining());
        }
        boolean stuck =
                report.kinds().stream().anyMatch(lane -> waited(lane, now).compareTo(LONG) > 0);
        return stuck
                ? Checkup.warning(
                        name, lanes, "More places: --limit KIND=N. More processes: 'waybill work' on another machine.")
                : Checkup.ok(name, lanes.isEmpty() ? "nothing at work" : lanes);
    }

    private static String words(OfKind lane, Instant now) {
        String atWork = "%d of %d %s at work"
                .formatted(lane.atWork(), lane.limit(), lane.kind().word());
        return lane.waiting() == 0
                ? atWork
                : atWork
                        + ", %d waiting, the first for %d s"
                                .formatted(lane.waiting(), waited(lane, now).toSeconds());
    }

    private static Duration waited(OfKind lane, Instant now) {
        Instant since = lane.waitingSince();
        return since == null ? Duration.ZERO : Duration.between(since, now);
    }
}

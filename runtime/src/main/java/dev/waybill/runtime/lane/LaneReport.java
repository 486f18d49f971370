package dev.waybill.runtime.lane;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What waits and what is at work in the lanes of one process, at one moment.
///
/// @param tenantLimit how many activities of one tenant may be at work
/// @param tenants those with something at work or waiting, by name
public record LaneReport(List<OfKind> kinds, int tenantLimit, List<OfTenant> tenants) {

    private static final int MOST_TENANTS = 20;

    public LaneReport {
        kinds = List.copyOf(kinds);
        tenants = List.copyOf(tenants);
    }

    /// @param waitingSince when the one that waits longest came; null when none waits
    public record OfKind(
            ActivityKind kind,
            int limit,
            int atWork,
            int waiting,
            @Nullable Instant waitingSince) {}

    public record OfTenant(String tenant, int atWork, int waiting) {

        private OfTenant and(OfTenant other) {
            return new OfTenant(tenant, atWork + other.atWork, waiting + other.waiting);
        }
    }

    static List<OfTenant> tenants(Collection<Lane> lanes) {
        Map<String, OfTenant> tenants = new TreeMap<>();
        for (Lane lane : lanes) {
            lane.shares()
                    .forEach((tenant, share) -> tenants.merge(
                            tenant, new OfTenant(tenant, share.atWork(), share.waiting()), OfTenant::and));
        }
        return List.copyOf(tenants.values());
    }

    /// As a process tells it with its heartbeat: of many tenants, those with the most in line.
    public JsonObject toJson() {
        return JsonObject.of(
                        "kinds",
                        new JsonArray(kinds.stream().map(LaneReport::json).toList()))
                .with("tenantLimit", tenantLimit)
                .with(
                        "tenants",
                        new JsonArray(tenants.stream()
                                .sorted(Comparator.comparingInt(OfTenant::waiting)
                                        .reversed())
                                .limit(MOST_TENANTS)
                                .map(LaneReport::json)
                                .toList()));
    }

    private static JsonValue json(OfKind lane) {
        Instant since = lane.waitingSince();
        return JsonObject.of("kind", lane.kind().word())
                .with("limit", lane.limit())
                .with("atWork", lane.atWork())
                .with("waiting", lane.waiting())
                .withIfPresent("waitingSince", since == null ? null : Times.format(since));
    }

    private static JsonValue json(OfTenant tenant) {
        return JsonObject.of("tenant", tenant.tenant())
                .with("atWork", tenant.atWork())
                .with("waiting", tenant.waiting());
    }

    /// What [#toJson] wrote; empty when it is something else, as of a process without activities.
    public static Optional<LaneReport> ofJson(JsonObject json) {
        try {
            return Optional.of(new LaneReport(
                    rows(json, "kinds").map(LaneReport::kind).toList(),
                    count(json, "tenantLimit"),
                    rows(json, "tenants")
                            .map(row -> new OfTenant(text(row, "tenant"), count(row, "atWork"), count(row, "waiting")))
                            .toList()));
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }

    private static OfKind kind(JsonObject row) {
        return new OfKind(
                ActivityKind.of(text(row, "kind")).orElseThrow(),
                count(row, "limit"),
                count(row, "atWork"),
                count(row, "waiting"),
                row.string("waitingSince").map(Times::parse).orElse(null));
    }

    private static Stream<JsonObject> rows(JsonObject json, String name) {
        return json.array(name).orElseThrow().items().stream()
                .map(row -> row.asObject().orElseThrow());
    }

    private static String text(JsonObject row, String name) {
        return row.string(name).orElseThrow();
    }

    private static int count(JsonObject row, String name) {
        return row.get(name) instanceof JsonNumber number
                ? Math.toIntExact(number.asInteger().orElseThrow())
                : 0;
    }
}

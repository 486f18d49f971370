package dev.waybill.runtime.trigger;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.Firing;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Starts the runs of triggers. Each is a fresh run with what fired among its inputs; nothing is done in the
/// trigger's name that the run's own log does not show.
final class Firings {

    private final RunHost host;

    Firings(RunHost host) {
        this.host = host;
    }

    /// @param data what the trigger tells its run
    /// @param key two firings of the tenant with the same key are one; null for a firing like no other
    /// @param compared what must be the same then
    /// @param latch moves with the run
    Created fire(
            BoundTrigger trigger,
            JsonObject data,
            @Nullable String key,
            JsonObject compared,
            @Nullable Function<RunId, Latch> latch) {
        JsonObject about = about(trigger);
        JsonObject told = about;
        for (Map.Entry<String, JsonValue> member : data.members().entrySet()) {
            told = told.with(member.getKey(), member.getValue());
        }
        StartRequest request = new StartRequest(
                        trigger.definition(),
                        trigger.trigger().inputs(told),
                        JsonObject.EMPTY,
                        JsonObject.EMPTY.with(Firing.OPTION, about),
                        EvidenceEnvelope.NONE,
                        null,
                        key)
                .firedBy(new Firing(about, compared, latch));
        return host.create(caller(trigger), request);
    }

    private static JsonObject about(BoundTrigger trigger) {
        JsonObject about = JsonObject.builder()
                .put("id", trigger.trigger().id())
                .put("type", trigger.type().wire())
                .build();
        String node = trigger.trigger().nodeId();
        return node == null ? about : about.with("nodeId", new JsonString(node));
    }

    private static Caller caller(BoundTrigger trigger) {
        return new Caller(trigger.tenant(), "trigger:" + trigger.name(), EnumSet.of(Scope.RUNS_CREATE));
    }
}

package dev.waybill.runtime.trigger;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.deliver.Courier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Hands failed runs to the workflows that look after them.
final class ErrorCourier implements Courier {

    /// What nobody took by then is of no use to anybody: a workflow that was there may be gone for good.
    private static final Duration FRESH = Duration.ofDays(1);

    private final RunHost host;
    private final TriggerDesk desk;
    private final InstantSource clock;
    private final Consumer<String> complaints;

    ErrorCourier(RunHost host, TriggerDesk desk, InstantSource clock, Consumer<String> complaints) {
        this.host = host;
        this.desk = desk;
        this.clock = clock;
        this.complaints = complaints;
    }

    @Override
    public String kind() {
        return ErrorDeliveries.KIND;
    }

    @Override
    public void deliver(OutboxItem item) {
        List<StoredEvent> events = host.store().events(item.run(), item.sequence(), 1);
        if (events.isEmpty()) {
            return;
        }
        Event event = EventCodec.decode(item.run(), events.getFirst());
        RunState state = host.reader(Caller.operator("")).state(item.run());
        RunHeader header = state.header();
        Optional<RunFact.RunFailed> failure =
                event.fact() instanceof RunFact.RunFailed failed ? Optional.of(failed) : Optional.empty();
        boolean stale = Duration.between(event.timestamp(), clock.instant()).compareTo(FRESH) > 0;
        if (failure.isEmpty() || stale) {
            return;
        }
        RunError error = failure.get().error();
        JsonObject data = data(header, failure.get());
        for (BoundTrigger handler : desk.handlers(header.tenant(), header.definitionId(), error.code())) {
            if (!desk.isPaused(handler)) {
                start(handler, header, data);
            }
        }
    }

    private void start(BoundTrigger handler, RunHeader failed, JsonObject data) {
        try {
            desk.fire(
                    handler,
                    data,
                    failed.runId().value(),
                    JsonObject.EMPTY.with(
                            "failedRunId", new JsonString(failed.runId().value())));
        } catch (Refused refused) {
            complaints.accept("the trigger %s of %s started nothing for %s: %s"
                    .formatted(handler.name(), handler.tenant(), failed.runId(), refused.getMessage()));
        }
    }

    private static JsonObject data(RunHeader header, RunFact.RunFailed failure) {
        RunError error = failure.error();
        return JsonObject.builder()
                .put("failedRunId", header.runId().value())
                .put("workflowId", header.definitionId())
                .putIfPresent("failedNodeId", failure.failedNodeId())
                .put(
                        "errorEnvelope",
                        JsonObject.builder()
                                .put("error", error.code())
                                .put("message", error.message())
                                .putIfPresent("details", error.details().isEmpty() ? null : error.details())
                                .build())
                .build();
    }
}

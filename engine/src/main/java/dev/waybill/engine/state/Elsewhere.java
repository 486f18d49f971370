package dev.waybill.engine.state;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.Event;
import dev.waybill.journal.HostEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run on another host that did some of a node's work, in the hidden part of the event that it led to: the
/// workflow of its receipts, and the summary with which it ended.
public final class Elsewhere {

    private static final String MEMBER = "elsewhere";
    private static final String WORKFLOW = "workflow_id";
    private static final String SUMMARY = "summary";

    private Elsewhere() {}

    public static JsonObject in(JsonObject hidden, HostEvent cause) {
        Digest summary = cause.summary();
        JsonObject.Builder run = JsonObject.builder()
                .putIfPresent(WORKFLOW, cause.workflowId())
                .putIfPresent(SUMMARY, summary == null ? null : summary.toString());
        return hidden.with(MEMBER, run.build());
    }

    /// As a receipt names it.
    static Optional<JsonObject> of(Event event) {
        return event.hidden().object(MEMBER);
    }

    /// The event on another host that led to one here; null where none did.
    public static @Nullable HostEvent cause(Event event) {
        String host = event.causationHostId();
        String cause = event.causationId();
        JsonObject run = of(event).orElse(JsonObject.EMPTY);
        return host == null || cause == null
                ? null
                : new HostEvent(
                        host,
                        cause,
                        run.string(WORKFLOW).orElse(null),
                        run.string(SUMMARY).map(Digest::parse).orElse(null));
    }

    /// Whether a name is the one of a run as receipts have it.
    public static boolean isNamed(JsonValue run, @Nullable String workflowId) {
        return run.asObject()
                .flatMap(it -> it.string(WORKFLOW))
                .filter(name -> name.equals(workflowId))
                .isPresent();
    }
}

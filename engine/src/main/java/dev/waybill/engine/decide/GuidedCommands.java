package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Payload;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an agent said, read back from what was recorded of it: the log holds all that a guided step was decided on.
///
/// Whoever changed the log may have left anything there. What makes no sense is left out, and the step that follows
/// from the rest is another one than the log's.
public final class GuidedCommands {

    private GuidedCommands() {}

    /// The command that led to an event of a guided run; empty where an event follows from another.
    public static Optional<Command> of(Event event) {
        Long from = GuidedFold.from(event);
        String agent = GuidedFold.agent(event.hidden());
        if (from == null || agent == null) {
            return Optional.empty();
        }
        return switch (event.fact()) {
            case NodeFact.NodeCompleted done ->
                Optional.of(new Command.Acknowledge(
                        event.timestamp(),
                        from,
                        payload(done.outputs()),
                        agent,
                        GuidedFold.traceparent(event.hidden())));
            case DataFact.LogAppended _ -> Optional.of(line(event, from, agent));
            default -> Optional.empty();
        };
    }

    private static Command line(Event event, long from, String agent) {
        String notes = GuidedFold.checkpoint(event);
        return notes == null
                ? new Command.Block(event.timestamp(), from, blockers(event), agent)
                : new Command.Checkpoint(event.timestamp(), from, notes, agent);
    }

    /// What keeps a step from being acknowledged, as an event says; empty when it says nothing of the kind.
    public static List<Blocker> blockers(Event event) {
        List<Blocker> blockers = new ArrayList<>();
        JsonArray recorded = event.hidden()
                .object(GuidedFold.GUIDED)
                .flatMap(guided -> guided.array(GuidedFold.BLOCKED))
                .orElse(JsonArray.EMPTY);
        for (JsonValue each : recorded) {
            each.asObject().flatMap(Blocker::read).ifPresent(blockers::add);
        }
        return blockers;
    }

    private static Payload payload(JsonObject outputs) {
        List<JsonObject> artifacts = new ArrayList<>();
        for (JsonValue each : outputs.array("artifacts").orElse(JsonArray.EMPTY)) {
            each.asObject().ifPresent(artifacts::add);
        }
        return Payload.of(
                outputs.object("context").orElse(JsonObject.EMPTY),
                outputs.string("notesMarkdown").orElse(null),
                artifacts);
    }
}

package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.guided.Acknowledgement;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Delta;
import dev.waybill.engine.guided.Navigation;
import dev.waybill.engine.guided.Navigator;
import dev.waybill.engine.guided.Payload;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.Phase;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.workflow.guided.StepNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What happens in a guided run: its agent starts it and acknowledges steps, at any place of its lineage.
final class GuidedSteps {

    private static final String WARNING = "warn";
    private static final String INFO = "info";

    private final Decision decision;
    private final Lineage lineage;

    GuidedSteps(Decision decision) {
        this.decision = decision;
        this.lineage = Objects.requireNonNull(decision.state().lineage(), "a guided run");
    }

    /// Offers the first step.
    void begin(JsonObject context) {
        String start = Objects.requireNonNull(decision.state().life().start()).id();
        switch (Navigator.first(lineage.workflow(), context)) {
            case Navigation.Stuck stuck ->
                throw new Refused(RefusalCode.VALIDATION_ERROR, stuck.blocker().message());
            case Navigation.Moved moved -> place(null, moved.delta(), JsonObject.EMPTY, start);
        }
    }

    /// Moves on, or leaves a line that says what keeps the step from being acknowledged.
    void acknowledge(Command.Acknowledge command) {
        Lineage.Place place = open(command.from());
        List<Blocker> found = Acknowledgement.check(lineage.workflow(), place.state(), command.payload());
        if (!found.isEmpty()) {
            block(command, found);
            return;
        }
        switch (Navigator.next(lineage.workflow(), place.state(), command.payload())) {
            case Navigation.Stuck(var blocker) -> block(command, List.of(blocker));
            case Navigation.Moved moved -> moveOn(command, place, moved);
        }
    }

    private void block(Command.Acknowledge command, List<Blocker> found) {
        block(new Command.Block(command.at(), command.from(), found, command.agent()));
    }

    private void moveOn(Command.Acknowledge command, Lineage.Place place, Navigation.Moved moved) {
        String step = Objects.requireNonNull(place.state().pending());
        JsonObject outputs = outputs(command.payload());
        Event done = decision.emit(
                new NodeFact.NodeCompleted(step, outputs),
                place.eventId(),
                hidden(JsonObject.builder()
                        .put(GuidedFold.FROM, command.from())
                        .put(GuidedFold.AGENT, command.agent())
                        .putIfPresent(GuidedFold.TRACEPARENT, command.traceparent())));
        place(command.from(), moved.delta(), outputs, done.eventId());
    }

    /// An acknowledgement that was not accepted leaves a line in the log, and nothing else.
    void block(Command.Block command) {
        Lineage.Place place = open(command.from());
        String codes = String.join(
                ", ",
                command.blockers().stream()
                        .map(it -> it.code().wire())
                        .distinct()
                        .toList());
        decision.emit(
                new DataFact.LogAppended(
                        WARNING, "blocked: " + codes, place.state().pending()),
                place.eventId(),
                hidden(JsonObject.builder()
                        .put(GuidedFold.FROM, command.from())
                        .put(GuidedFold.AGENT, command.agent())
                        .put(
                                GuidedFold.BLOCKED,
                                new JsonArray(new ArrayList<>(command.blockers().stream()
                                        .map(Blocker::toJson)
                                        .toList())))));
    }

    /// A line in the log; the run stays where it is.
    void checkpoint(Command.Checkpoint command) {
        Lineage.Place place = open(command.from());
        decision.emit(
                new DataFact.LogAppended(
                        INFO, GuidedFold.CHECKPOINT, place.state().pending()),
                place.eventId(),
                hidden(JsonObject.builder()
                        .put(GuidedFold.FROM, command.from())
                        .put(GuidedFold.AGENT, command.agent())
                        .put(GuidedFold.CHECKPOINT, command.notes())));
    }

    private Lineage.Place open(long from) {
        if (decision.state().phase() != Phase.RUNNING) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "the run is " + Status.of(decision.state()).wire() + "; no step of it can be acknowledged now");
        }
        Lineage.Place place = lineage.place(from)
                .orElseThrow(() -> new Refused(RefusalCode.VALIDATION_ERROR, "event " + from + " is no place"));
        if (place.state().isComplete()) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "nothing is pending at the end of a run");
        }
        return place;
    }

    private void place(@Nullable Long from, Delta delta, JsonObject outputs, String cause) {
        JsonObject hidden = hidden(JsonObject.builder()
                .putIfPresent(GuidedFold.FROM, from == null ? null : JsonNumber.of(from))
                .put(GuidedFold.DELTA, delta.toJson()));
        if (delta.pending() == null) {
            decision.emit(new RunFact.RunCompleted(outputs), cause, hidden);
        } else {
            int ordinal = decision.state().node(delta.pending()).ordinal() + 1;
            decision.emit(
                    new NodeFact.NodeStarted(delta.pending(), StepNodes.TYPE_ID, ordinal, 1, null), cause, hidden);
        }
    }

    /// What the agent brought, as everybody may read it: this is what its receipt signs for.
    private static JsonObject outputs(Payload payload) {
        return JsonObject.builder()
                .putIfPresent("notesMarkdown", payload.notes() == null ? null : new JsonString(payload.notes()))
                .putIfPresent(
                        "artifacts",
                        payload.artifacts().isEmpty() ? null : new JsonArray(new ArrayList<>(payload.artifacts())))
                .putIfPresent("context", payload.context().isEmpty() ? null : payload.context())
                .build();
    }

    private static JsonObject hidden(JsonObject.Builder guided) {
        return JsonObject.builder().put(GuidedFold.GUIDED, guided.build()).build();
    }
}

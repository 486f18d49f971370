package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.TranscriptWindow;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.RunSecrets;
import dev.waybill.view.run.RunArtifacts;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How suites see what a turn of a supervisor was told of its past. The log is folded to where the turn
/// was taken, and asked as the host asked it then: no second account is kept that could differ.
final class TranscriptSeam {

    private final RestHost host;

    TranscriptSeam(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(Route.get(
                        SeamRoutes.SEAMS + "/agent/transcript-window",
                        "seamTranscriptWindow",
                        Scope.RUNS_READ,
                        "What a turn was told of its past.")
                .query("runId", "The run.")
                .query("iteration", "The turn, from 1.")
                .gives(200, "SeamAnswer")
                .refuses(400, 401, 403, 404)
                .by(this::window));
    }

    private Answer window(Call call) {
        RunId run = Call.run(required(call, "runId"));
        long iteration = number(required(call, "iteration"));
        RunReader reader = host.runs().reader(call.caller());
        RunHeader header = reader.run(run)
                .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run))
                .header();
        List<Event> log = reader.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event))
                .toList();
        Event decided = log.stream()
                .filter(event -> event.fact() instanceof OrchestratorFact.Decided fact
                        && fact.iteration() != null
                        && fact.iteration() == iteration)
                .findFirst()
                .orElseThrow(() -> RestRefusal.invalid("the run has taken no turn " + iteration));
        return Answer.ok(new Turn(reader, header, log, decided).told());
    }

    private static String required(Call call, String name) {
        return call.query(name)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> RestRefusal.invalid(name + "= is missing"));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw RestRefusal.invalid("expected iteration to be a number, found \"" + text + "\"");
        }
    }

    /// One turn, just before it was decided.
    private static final class Turn {

        private final RunReader reader;
        private final RunHeader header;
        private final RunState state;
        private final WorkflowNode node;
        private final long iteration;
        private final long end;
        /// The latest summary of the past; null when nothing was summed up.
        private final @Nullable Event summed;

        Turn(RunReader reader, RunHeader header, List<Event> log, Event decided) {
            OrchestratorFact.Decided fact = (OrchestratorFact.Decided) decided.fact();
            this.reader = reader;
            this.header = header;
            this.end = decided.sequence();
            this.state = reader.fold(header, end);
            this.node = state.definition(fact.nodeId());
            this.iteration = fact.iteration() == null ? 0 : fact.iteration();
            this.summed = log.stream()
                    .filter(event -> event.sequence() < end && event.fact() instanceof InputFact.ContextSummarized)
                    .reduce((_, later) -> later)
                    .orElse(null);
        }

        JsonObject told() {
            TranscriptWindow window = window();
            List<JsonValue> entries = new ArrayList<>();
            List<JsonValue> ranges = new ArrayList<>();
            if (summed != null && window.summary() != null) {
                InputFact.ContextSummarized fact = (InputFact.ContextSummarized) summed.fact();
                entries.add(entry(summed.eventId(), window.summary()));
                ranges.add(JsonObject.builder()
                        .put("summaryRef", fact.summaryRef())
                        .put("replacedTurns", fact.replacedTurns())
                        .build());
            }
            List<String> ids = new ArrayList<>();
            int born = state.delegation().turns().size() - window.turns().size();
            for (JsonValue turn : window.turns()) {
                String id = event(turn, born++);
                ids.add(id);
                entries.add(entry(id, TranscriptWindow.shown(turn).toString()));
            }
            return JsonObject.builder()
                    .put("tokenCounter", TranscriptWindow.COUNTER)
                    .put("tokenCount", window.characters())
                    .put("eventIds", JsonArray.ofStrings(ids))
                    .put("summarizedRanges", new JsonArray(ranges))
                    .put("entries", new JsonArray(entries))
                    .build();
        }

        private static JsonObject entry(String event, String rendered) {
            return JsonObject.builder()
                    .put("eventId", event)
                    .put("rendered", rendered)
                    .build();
        }

        private TranscriptWindow window() {
            JsonArray transcript = RunSecrets.without(
                            state, node, state.delegation().transcript(SupervisorNode.window(node)))
                    .asArray()
                    .orElse(JsonArray.EMPTY);
            boolean thinks = SupervisorNode.planner(node)
                    .filter(SupervisorNode.MODEL::equals)
                    .isPresent();
            // Only a model has a budget: plans, rules and supervisors in Java are told every turn of the window.
            if (!thinks) {
                return TranscriptWindow.of(transcript);
            }
            TranscriptWindow known = known(transcript);
            long budget = TranscriptWindow.budget(node);
            boolean now = summed != null
                    && summed.fact() instanceof InputFact.ContextSummarized fact
                    && fact.iteration() == iteration;
            // Who could not or would not sum up was told the latest turns alone.
            return now || known.fits(budget) ? known : known.latest(budget);
        }

        private TranscriptWindow known(JsonArray transcript) {
            if (summed == null || !(summed.fact() instanceof InputFact.ContextSummarized fact)) {
                return TranscriptWindow.of(transcript);
            }
            String summary = new RunArtifacts(new EventPages(reader, header.runId()))
                    .find(fact.summaryRef())
                    .flatMap(draft -> draft.content().asString())
                    .orElse("");
            return TranscriptWindow.of(
                    transcript, fact.replacedTurns().asArray().orElse(JsonArray.EMPTY), summary);
        }

        /// The event that recorded a turn: its decision, or a person's word against a proposal.
        private String event(JsonValue turn, int index) {
            if (TranscriptWindow.event(turn) instanceof JsonString(var id)) {
                return id;
            }
            long before = 0;
            long after = end;
            while (after - before > 1) {
                long middle = (before + after) / 2;
                if (reader.fold(header, middle).delegation().turns().size() > index) {
                    after = middle;
                } else {
                    before = middle;
                }
            }
            return reader.events(header.runId(), before, 1).stream()
                    .map(stored -> EventCodec.decode(header.runId(), stored).eventId())
                    .findFirst()
                    .orElseThrow();
        }
    }
}

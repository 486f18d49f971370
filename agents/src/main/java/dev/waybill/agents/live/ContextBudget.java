package dev.waybill.agents.live;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.TranscriptWindow;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.memory.MemoryEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How much of the past a model is told. What no longer fits is summed up by the model once, and the summary stands for
/// those turns from then on: it is remembered with the run, so that neither a later turn nor a replay asks for it
/// again.
final class ContextBudget {

    /// In the notes that a run remembers: where its summaries are.
    private static final String NOTES = "context/";

    /// How logs of earlier versions name a summary.
    private static final String REF = "memory:";

    private final ActivityCall call;
    private final ModelSession session;
    private final ModelChoice choice;

    ContextBudget(ActivityCall call, ModelSession session, ModelChoice choice) {
        this.call = call;
        this.session = session;
        this.choice = choice;
    }

    /// What a model is told of the turns so far.
    ///
    /// @param problem why the model could not sum up
    /// @param told what is to be told with the decision; null when nothing was summed up in this turn
    record Past(TranscriptWindow window, @Nullable NodeResult problem, InputFact.@Nullable ContextSummarized told) {

        static Past of(TranscriptWindow window) {
            return new Past(window, null, null);
        }

        /// As it stands in a prompt.
        JsonObject into(JsonObject state) {
            JsonObject told = window.summary() == null ? state : state.with("earlierTurns", window.summary());
            return told.with(
                    "transcript",
                    new JsonArray(
                            window.turns().stream().map(TranscriptWindow::shown).toList()));
        }

        /// What was summed up is told with what followed from it, and left where everybody can read it.
        List<NodeResult.Write> keep(ActivityCall call) {
            if (told == null) {
                return List.of();
            }
            call.report(told);
            String text = String.valueOf(window.summary());
            return List.of(new NodeResult.Write.ToArtifact(new ArtifactDraft(
                    told.summaryRef(), "context-summary", "text/plain", null, new JsonString(text), false)));
        }
    }

    /// What this turn is told: never more than the host says of itself.
    Past past() throws InterruptedException {
        Past fitting = fitting();
        long characters = fitting.window().characters();
        return fitting.problem() != null || characters <= TranscriptWindow.MOST
                ? fitting
                : new Past(
                        new TranscriptWindow(null, List.of()),
                        NodeResult.failed(
                                "context_budget_exceeded",
                                "the latest turn alone has %d characters; a model can be sent at most %d"
                                        .formatted(characters, TranscriptWindow.MOST)),
                        null);
    }

    private Past fitting() throws InterruptedException {
        TranscriptWindow known = known();
        long budget = TranscriptWindow.budget(call.node().node());
        if (known.fits(budget)) {
            return Past.of(known);
        }
        TranscriptWindow latest = known.latest(budget);
        // The mock cannot sum up: what does not fit is left out.
        return choice.provider().name().equals(MockModel.NAME) ? Past.of(latest) : summed(known, latest);
    }

    /// Nothing that the run calls secret reaches a model, whoever brought it into a turn: people,
    /// workers, errors.
    private TranscriptWindow known() {
        JsonArray transcript =
                call.withoutSecrets(call.node().transcript()).asArray().orElse(JsonArray.EMPTY);
        JsonObject latest = call.told(InputFact.ContextSummarized.TYPE).stream()
                .flatMap(payload -> payload.asObject().stream())
                .reduce((_, last) -> last)
                .orElse(null);
        Optional<String> summary = latest == null ? Optional.empty() : remembered(latest);
        return latest == null || summary.isEmpty()
                ? TranscriptWindow.of(transcript)
                : TranscriptWindow.of(transcript, replaced(latest), summary.get());
    }

    private static JsonArray replaced(JsonObject told) {
        return told.array("replacedTurns").orElse(JsonArray.EMPTY);
    }

    private String notes() {
        return NOTES + call.node().node().id();
    }

    private Optional<String> remembered(JsonObject told) {
        String ref = told.string("summaryRef").orElse("");
        int end = ref.lastIndexOf('/');
        if (!ref.startsWith(REF)) {
            return call.memory().get(notes(), ref).map(MemoryEntry::content);
        }
        return end > REF.length()
                ? call.memory()
                        .get(ref.substring(REF.length(), end), ref.substring(end + 1))
                        .map(MemoryEntry::content)
                : Optional.empty();
    }

    private Past summed(TranscriptWindow known, TranscriptWindow latest) throws InterruptedException {
        int gone = known.turns().size() - latest.turns().size();
        TranscriptWindow replaced =
                new TranscriptWindow(known.summary(), known.turns().subList(0, gone));
        List<ModelMessage> messages = List.of(
                ModelMessage.system(
                        "Sum up these turns of a team for its supervisor, briefly: what was decided, what came"
                                + " of it, what people said. Keep names and numbers. Answer with the summary alone."),
                ModelMessage.user(Past.of(replaced).into(JsonObject.EMPTY).toString()));
        ModelAnswer answer;
        try {
            answer = session.ask(choice, ModelRequest.of(choice.model(), messages));
        } catch (BudgetSpent e) {
            return new Past(known, e.toNodeResult(), null);
        }
        return switch (answer) {
            case ModelAnswer.Completed completed ->
                told(known, replaced, latest, completed.reply().message().text());
            case ModelAnswer.Failed failed -> new Past(known, failed.toNodeResult(), null);
            // A model that will not sum up is told less.
            case ModelAnswer.Given _ -> Past.of(latest);
        };
    }

    private Past told(TranscriptWindow known, TranscriptWindow replaced, TranscriptWindow kept, String summary) {
        NodeCall node = call.node();
        long turn = node.transcript().items().stream()
                        .mapToLong(TranscriptWindow::iteration)
                        .max()
                        .orElse(0)
                + 1;
        String id = "context-summary-" + turn;
        MemoryEntry entry = call.memory()
                .write(notes(), MemoryDraft.of(cut(summary, kept)).under(id).tagged("context-summary"));
        TranscriptWindow after = new TranscriptWindow(entry.content(), kept.turns());
        return new Past(
                after,
                null,
                new InputFact.ContextSummarized(
                        node.node().id(),
                        turn,
                        replacedBy(replaced),
                        id,
                        TranscriptWindow.COUNTER,
                        known.characters(),
                        after.characters()));
    }

    /// A summary of a summary stands for what that one stood for, too.
    private JsonArray replacedBy(TranscriptWindow replaced) {
        List<JsonValue> events = new ArrayList<>();
        if (replaced.summary() != null) {
            call.told(InputFact.ContextSummarized.TYPE)
                    .getLast()
                    .asObject()
                    .map(ContextBudget::replaced)
                    .ifPresent(earlier -> events.addAll(earlier.items()));
        }
        replaced.turns().stream()
                .map(TranscriptWindow::event)
                .filter(JsonString.class::isInstance)
                .forEach(events::add);
        return new JsonArray(events);
    }

    /// A summary that is longer than what is left for it is no summary.
    private String cut(String summary, TranscriptWindow kept) {
        long budget = TranscriptWindow.budget(call.node().node());
        long left = Math.max(budget - kept.withoutSummary().characters(), 4L * TranscriptWindow.CHARACTERS);
        return Shortened.of(summary, (int) left, "");
    }
}

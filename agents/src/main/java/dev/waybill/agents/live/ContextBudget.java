package dev.waybill.agents.live;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.memory.MemoryEntry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How much of the past a model is told. What no longer fits is summed up by the model once, and the summary stands for
/// those turns from then on: it is remembered with the run, so that neither a later turn nor a replay asks for it
/// again.
final class ContextBudget {

    /// By default; `settings.transcriptTokenBudget` asks for more or less.
    static final long TOKENS = 8_000;

    private static final int CHARACTERS = 4;
    /// In the notes that a run remembers: where its summaries are.
    private static final String NOTES = "context/";

    /// What a supervisor knows of a turn and its model need not read.
    private static final String EVENT = "eventId";

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
    /// @param summary of the turns that are left out; null when none are
    /// @param problem why the model could not sum up
    /// @param told what is to be told with the decision; null when nothing was summed up in this turn
    record Past(
            @Nullable String summary,
            List<JsonValue> turns,
            @Nullable NodeResult problem,
            InputFact.@Nullable ContextSummarized told) {

        Past(@Nullable String summary, List<JsonValue> turns, @Nullable NodeResult problem) {
            this(summary, turns, problem, null);
        }

        /// As it stands in a prompt.
        JsonObject into(JsonObject state) {
            JsonObject told = summary == null ? state : state.with("earlierTurns", summary);
            return told.with("transcript", new JsonArray(shown()));
        }

        private List<JsonValue> shown() {
            return turns.stream().map(Past::shown).toList();
        }

        private static JsonValue shown(JsonValue turn) {
            return turn instanceof JsonObject object ? object.without(EVENT) : turn;
        }

        /// What was summed up is told with what followed from it, and left where everybody can read it.
        List<NodeResult.Write> keep(ActivityCall call) {
            if (told == null) {
                return List.of();
            }
            call.report(told);
            String text = String.valueOf(summary);
            return List.of(new NodeResult.Write.ToArtifact(new ArtifactDraft(
                    told.summaryRef(), "context-summary", "text/plain", null, new JsonString(text), false)));
        }

        private long tokens() {
            return tokens(summary, turns);
        }

        private static long tokens(@Nullable String summary, List<JsonValue> turns) {
            long characters = summary == null ? 0 : summary.length();
            for (JsonValue turn : turns) {
                characters += shown(turn).toString().length();
            }
            return (characters + CHARACTERS - 1) / CHARACTERS;
        }
    }

    private static long budget(NodeCall node) {
        return node.config()
                                .object("settings")
                                .map(settings -> settings.get("transcriptTokenBudget"))
                                .orElse(null)
                        instanceof JsonNumber asked
                ? Math.clamp(asked.asInteger().orElse(TOKENS), 1, SupervisorNode.MOST_TRANSCRIPT_TOKENS)
                : TOKENS;
    }

    /// What this turn is told: never more than the host says of itself.
    Past past() throws InterruptedException {
        Past fitting = fitting();
        long most = SupervisorNode.MOST_TRANSCRIPT_TOKENS;
        return fitting.problem() != null || fitting.tokens() <= most
                ? fitting
                : new Past(
                        null,
                        List.of(),
                        NodeResult.failed(
                                "context_budget_exceeded",
                                "the latest turn alone has %d tokens (%s); a model can be sent at most %d"
                                        .formatted(fitting.tokens(), SupervisorNode.TOKEN_COUNTER, most)));
    }

    private Past fitting() throws InterruptedException {
        Past known = known();
        long budget = budget(call.node());
        if (known.tokens() <= budget || known.turns().size() < 2) {
            return known;
        }
        int kept = kept(known, budget);
        int replaced = known.turns().size() - kept;
        List<JsonValue> latest = known.turns().subList(replaced, known.turns().size());
        // The mock cannot sum up: what does not fit is left out.
        return choice.provider().name().equals(MockModel.NAME)
                ? new Past(known.summary(), latest, null)
                : summed(known, known.turns().subList(0, replaced), latest);
    }

    /// What earlier turns have summed up is not told in full again.
    private Past known() {
        List<JsonValue> turns = call.node().transcript().items();
        JsonObject latest = call.told(InputFact.ContextSummarized.TYPE).stream()
                .flatMap(payload -> payload.asObject().stream())
                .reduce((_, last) -> last)
                .orElse(null);
        Optional<String> summary = latest == null ? Optional.empty() : remembered(latest);
        if (latest == null || summary.isEmpty()) {
            return new Past(null, turns, null);
        }
        List<JsonValue> replaced =
                latest.array("replacedTurns").orElse(JsonArray.EMPTY).items();
        int from = 0;
        for (int index = 0; index < turns.size(); index++) {
            boolean summed = replaced.contains(event(turns.get(index)))
                    || replaced.contains(JsonNumber.of(iteration(turns.get(index))));
            from = summed ? index + 1 : from;
        }
        return new Past(summary.get(), turns.subList(from, turns.size()), null);
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

    /// The latest turns that fill half of the budget, and one at least, so that not every turn has to sum up.
    private static int kept(Past known, long budget) {
        List<JsonValue> turns = known.turns();
        int kept = SupervisorNode.KEPT_TURNS;
        while (kept < turns.size() - 1
                && Past.tokens(null, turns.subList(turns.size() - kept - 1, turns.size())) <= budget / 2) {
            kept++;
        }
        return kept;
    }

    private Past summed(Past known, List<JsonValue> replaced, List<JsonValue> kept) throws InterruptedException {
        JsonObject past = new Past(known.summary(), replaced, null).into(JsonObject.EMPTY);
        List<ModelMessage> messages = List.of(
                ModelMessage.system(
                        "Sum up these turns of a team for its supervisor, briefly: what was decided, what came"
                                + " of it, what people said. Keep names and numbers. Answer with the summary alone."),
                ModelMessage.user(call.withoutSecrets(past).toString()));
        ModelAnswer answer;
        try {
            answer = session.ask(choice, ModelRequest.of(choice.model(), messages));
        } catch (BudgetSpent e) {
            return new Past(known.summary(), known.turns(), e.toNodeResult());
        }
        return switch (answer) {
            case ModelAnswer.Completed completed ->
                told(known, replaced, kept, completed.reply().message().text());
            case ModelAnswer.Failed failed -> new Past(known.summary(), known.turns(), failed.toNodeResult());
            // A model that will not sum up is told less.
            case ModelAnswer.Given _ -> new Past(known.summary(), kept, null);
        };
    }

    private Past told(Past known, List<JsonValue> replaced, List<JsonValue> kept, String summary) {
        NodeCall node = call.node();
        List<JsonValue> events = replaced.stream()
                .map(ContextBudget::event)
                .filter(JsonString.class::isInstance)
                .toList();
        long turn = node.transcript().items().stream()
                        .mapToLong(ContextBudget::iteration)
                        .max()
                        .orElse(0)
                + 1;
        String id = "context-summary-" + turn;
        MemoryEntry entry = call.memory()
                .write(notes(), MemoryDraft.of(cut(summary, kept)).under(id).tagged("context-summary"));
        Past after = new Past(entry.content(), kept, null);
        return new Past(
                after.summary(),
                kept,
                null,
                new InputFact.ContextSummarized(
                        node.node().id(),
                        turn,
                        new JsonArray(events),
                        id,
                        SupervisorNode.TOKEN_COUNTER,
                        known.tokens(),
                        after.tokens()));
    }

    /// A summary that is longer than what is left for it is no summary.
    private String cut(String summary, List<JsonValue> kept) {
        long budget = budget(call.node());
        long left = Math.max(budget - Past.tokens(null, kept), CHARACTERS) * CHARACTERS;
        return Shortened.of(summary, (int) left, "");
    }

    private static JsonValue event(JsonValue turn) {
        return turn.asObject().map(it -> it.get(EVENT)).orElse(JsonNull.NULL);
    }

    private static long iteration(JsonValue turn) {
        return turn.asObject()
                .map(it -> it.get("iteration"))
                .map(ContextBudget::number)
                .orElse(0L);
    }

    private static long number(JsonValue value) {
        return value instanceof JsonNumber number ? number.asInteger().orElse(0) : 0;
    }
}

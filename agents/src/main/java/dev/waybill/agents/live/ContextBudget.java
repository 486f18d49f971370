package dev.waybill.agents.live;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
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

    /// By default; `settings.transcriptTokenBudget` asks for more or less.
    static final long TOKENS = 8_000;

    /// Four characters are counted as one token: no provider counts so, and all are near it.
    static final String COUNTER = "waybill-chars-4";

    private static final int CHARACTERS = 4;
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
    record Past(
            @Nullable String summary,
            List<JsonValue> turns,
            @Nullable NodeResult problem) {

        /// As it stands in a prompt.
        JsonObject into(JsonObject state) {
            JsonObject told = summary == null ? state : state.with("earlierTurns", new JsonString(summary));
            return told.with("transcript", new JsonArray(turns));
        }

        private long tokens() {
            return tokens(summary, turns);
        }

        private static long tokens(@Nullable String summary, List<JsonValue> turns) {
            long characters = summary == null ? 0 : summary.length();
            for (JsonValue turn : turns) {
                characters += turn.toString().length();
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
                ? Math.max(1, asked.asInteger().orElse(TOKENS))
                : TOKENS;
    }

    Past past() throws InterruptedException {
        Past known = known();
        long budget = budget(call.node());
        if (known.tokens() <= budget || known.turns().size() < 2) {
            return known;
        }
        int kept = kept(known, budget);
        int replaced = known.turns().size() - kept;
        return summed(
                known,
                known.turns().subList(0, replaced),
                known.turns().subList(replaced, known.turns().size()));
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
        long upTo = latest.array("replacedTurns").orElse(JsonArray.EMPTY).items().stream()
                .mapToLong(ContextBudget::number)
                .max()
                .orElse(0);
        int from = 0;
        for (int index = 0; index < turns.size(); index++) {
            long iteration = iteration(turns.get(index));
            from = iteration > 0 && iteration <= upTo ? index + 1 : from;
        }
        return new Past(summary.get(), turns.subList(from, turns.size()), null);
    }

    private Optional<String> remembered(JsonObject told) {
        String ref = told.string("summaryRef").orElse("");
        int end = ref.lastIndexOf('/');
        return ref.startsWith(REF) && end > REF.length()
                ? call.memory()
                        .get(ref.substring(REF.length(), end), ref.substring(end + 1))
                        .map(MemoryEntry::content)
                : Optional.empty();
    }

    /// The latest turns that fill half of the budget, and one at least, so that not every turn has to sum up.
    private static int kept(Past known, long budget) {
        List<JsonValue> turns = known.turns();
        int kept = 1;
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
            // Who would not sum up is told everything.
            case ModelAnswer.Given _ -> known;
        };
    }

    private Past told(Past known, List<JsonValue> replaced, List<JsonValue> kept, String summary) {
        NodeCall node = call.node();
        String ref = "context/" + node.node().id();
        MemoryEntry entry = call.memory().write(ref, MemoryDraft.of(summary).tagged("context-summary"));
        Past after = new Past(entry.content(), kept, null);
        List<JsonValue> iterations = new ArrayList<>();
        replaced.stream()
                .map(ContextBudget::iteration)
                .filter(iteration -> iteration > 0)
                .forEach(iteration -> iterations.add(JsonNumber.of(iteration)));
        long turn = node.transcript().items().stream()
                        .mapToLong(ContextBudget::iteration)
                        .max()
                        .orElse(0)
                + 1;
        call.report(new InputFact.ContextSummarized(
                node.node().id(),
                turn,
                new JsonArray(iterations),
                REF + ref + "/" + entry.id(),
                COUNTER,
                known.tokens(),
                after.tokens()));
        return after;
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

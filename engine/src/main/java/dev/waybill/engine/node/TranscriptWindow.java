package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a supervisor that asks a model is told of its past: the latest turns, and a summary of those
/// that no longer fit. It follows from the log alone, so that whoever checks a turn later comes to what
/// the model was told.
///
/// @param summary of the turns that are left out; null when there is none
/// @param turns as the transcript has them, the latest last
public record TranscriptWindow(@Nullable String summary, List<JsonValue> turns) {

    /// By default; `settings.transcriptTokenBudget` asks for more or less.
    public static final long TOKENS = 8_000;

    /// How the wire counts: Unicode code points, which everybody can count again.
    public static final String COUNTER = "chars";

    /// Four characters are counted as one of the tokens that authors ask for.
    public static final int CHARACTERS = 4;

    /// The most that any turn is told, as the wire counts.
    public static final long MOST = SupervisorNode.MOST_TRANSCRIPT_TOKENS * CHARACTERS;

    /// What a supervisor knows of a turn and its model need not read.
    private static final String EVENT = "eventId";

    /// How many characters an author lets a turn have.
    public static long budget(WorkflowNode node) {
        JsonValue asked = node.config()
                .object("settings")
                .map(settings -> settings.get("transcriptTokenBudget"))
                .orElse(null);
        long tokens = asked instanceof JsonNumber number
                ? Math.clamp(number.asInteger().orElse(TOKENS), 1, SupervisorNode.MOST_TRANSCRIPT_TOKENS)
                : TOKENS;
        return tokens * CHARACTERS;
    }

    /// The whole transcript.
    public static TranscriptWindow of(JsonArray transcript) {
        return new TranscriptWindow(null, transcript.items());
    }

    /// What earlier turns have summed up is not told in full again.
    ///
    /// @param replaced the events, or in older logs the iterations, of the turns that the summary stands for
    public static TranscriptWindow of(JsonArray transcript, JsonArray replaced, String summary) {
        List<JsonValue> turns = transcript.items();
        int from = 0;
        for (int index = 0; index < turns.size(); index++) {
            boolean summed = replaced.items().contains(event(turns.get(index)))
                    || replaced.items().contains(JsonNumber.of(iteration(turns.get(index))));
            from = summed ? index + 1 : from;
        }
        return new TranscriptWindow(summary, turns.subList(from, turns.size()));
    }

    /// The latest turn is told whatever it takes.
    public boolean fits(long budget) {
        return turns.size() <= SupervisorNode.KEPT_TURNS || characters() <= budget;
    }

    /// The latest turns that fill half of the budget, and one at least, so that not every turn has to sum up.
    public TranscriptWindow latest(long budget) {
        int kept = SupervisorNode.KEPT_TURNS;
        while (kept < turns.size() - 1 && last(kept + 1).withoutSummary().characters() <= budget / 2) {
            kept++;
        }
        return last(kept);
    }

    private TranscriptWindow last(int kept) {
        return new TranscriptWindow(summary, turns.subList(turns.size() - kept, turns.size()));
    }

    public TranscriptWindow withoutSummary() {
        return new TranscriptWindow(null, turns);
    }

    public long characters() {
        long characters = summary == null ? 0 : count(summary);
        for (JsonValue turn : turns) {
            characters += count(shown(turn).toString());
        }
        return characters;
    }

    private static int count(String text) {
        return text.codePointCount(0, text.length());
    }

    /// A turn as the model reads it.
    public static JsonValue shown(JsonValue turn) {
        return turn instanceof JsonObject object ? object.without(EVENT) : turn;
    }

    /// The event that recorded the decision of a turn; JSON's null for a proposal that a person rejected.
    public static JsonValue event(JsonValue turn) {
        return turn.asObject().map(it -> it.get(EVENT)).orElse(JsonNull.NULL);
    }

    public static long iteration(JsonValue turn) {
        JsonValue iteration = turn.asObject().map(it -> it.get("iteration")).orElse(null);
        return iteration instanceof JsonNumber number ? number.asInteger().orElse(0) : 0;
    }
}

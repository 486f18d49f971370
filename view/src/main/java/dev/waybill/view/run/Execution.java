package dev.waybill.view.run;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One execution of a node, from its first attempt to its end, as everybody may see it: what is sensitive is masked.
///
/// @param ordinal which execution of the node, from 1; skipped ones count
/// @param attempts oldest first; none where the node was skipped
/// @param end how it ended; null while it goes on
/// @param children runs that work was handed over to
/// @param questions that it asked, oldest first
public record Execution(
        String nodeId,
        int ordinal,
        List<Attempt> attempts,
        @Nullable End end,
        List<Child> children,
        List<Asked> questions) {

    public Execution {
        attempts = List.copyOf(attempts);
        children = List.copyOf(children);
        questions = List.copyOf(questions);
    }

    /// One try.
    ///
    /// @param began the event that started it
    /// @param inputs what it was given
    /// @param failed why another try followed; null when none did
    public record Attempt(
            int number,
            Moment began,
            JsonObject inputs,
            @Nullable Failed failed) {

        JsonObject toJson() {
            return JsonObject.of("attempt", number)
                    .with("began", began.toJson())
                    .with("inputs", inputs)
                    .withIfPresent("retried", failed == null ? null : failed.toJson());
        }
    }

    /// A try that another followed.
    public record Failed(Moment at, RunError error) {

        JsonObject toJson() {
            return at.toJson().with("error", error.toJson());
        }
    }

    /// How an execution ended.
    ///
    /// @param state `completed`, `failed`, `skipped` or `cancelled`
    /// @param outputs of one that completed
    /// @param reason of one that was skipped or cancelled
    public record End(
            Moment at,
            String state,
            JsonObject outputs,
            @Nullable RunError error,
            @Nullable String reason) {

        JsonObject toJson() {
            JsonObject json = at.toJson().with("state", state).with("outputs", outputs);
            json = error == null ? json : json.with("error", error.toJson());
            return reason == null ? json : json.with("reason", reason);
        }
    }

    /// A run that work was handed over to.
    public record Child(String runId, Moment at) {

        JsonObject toJson() {
            return at.toJson().with("runId", runId);
        }
    }

    /// A question, and what was answered.
    ///
    /// @param votes of a gate that may need several, oldest first
    /// @param resolved what the node went on with; null while nothing is
    public record Asked(
            Moment at,
            String interruptId,
            String kind,
            String key,
            JsonObject data,
            List<Answer> votes,
            @Nullable Answer resolved) {

        public Asked {
            votes = List.copyOf(votes);
        }

        Asked voted(Answer vote) {
            List<Answer> all = new ArrayList<>(votes);
            all.add(vote);
            return new Asked(at, interruptId, kind, key, data, all, resolved);
        }

        Asked resolved(Answer answer) {
            return new Asked(at, interruptId, kind, key, data, votes, answer);
        }

        JsonObject toJson() {
            JsonObject json = at.toJson()
                    .with("interruptId", interruptId)
                    .with("kind", kind)
                    .with("key", key)
                    .with("data", data)
                    .with("votes", array(votes, Answer::toJson));
            return resolved == null ? json : json.with("resolved", resolved.toJson());
        }
    }

    /// An answer, or one vote of several.
    ///
    /// @param by who gave it; null when nobody said
    public record Answer(Moment at, @Nullable String by, JsonValue value) {

        JsonObject toJson() {
            JsonObject json = at.toJson().with("value", value);
            return by == null ? json : json.with("by", by);
        }
    }

    /// An event: its place in the log, its time, what led to it, and the receipt that signs for it.
    ///
    /// @param cause the place of the event that led to it; null where that is outside or in another run
    public record Moment(
            long sequence,
            Instant at,
            @Nullable Long cause,
            @Nullable Digest receipt) {

        JsonObject toJson() {
            return JsonObject.of("sequence", sequence)
                    .with("at", Times.format(at))
                    .withIfPresent("cause", cause == null ? null : JsonNumber.of(cause))
                    .withIfPresent("receipt", receipt == null ? null : new JsonString(receipt.toString()));
        }
    }

    public JsonObject toJson() {
        return JsonObject.of("ordinal", ordinal)
                .with("attempts", array(attempts, Attempt::toJson))
                .withIfPresent("end", end == null ? null : end.toJson())
                .with("children", array(children, Child::toJson))
                .with("questions", array(questions, Asked::toJson));
    }

    private static <T> JsonArray array(List<T> items, Function<T, JsonValue> json) {
        return new JsonArray(items.stream().map(json).toList());
    }
}

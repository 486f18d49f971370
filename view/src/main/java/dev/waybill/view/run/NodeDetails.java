package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.run.Execution.Answer;
import dev.waybill.view.run.Execution.Asked;
import dev.waybill.view.run.Execution.Attempt;
import dev.waybill.view.run.Execution.End;
import dev.waybill.view.run.Execution.Moment;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node was given, what it asked, who answered and why, what it gave, and which event led to it.
record NodeDetails(PrintStream out, Ansi ansi) {

    /// A loop may have thousands of rounds; the last ones are what people look for.
    private static final int MOST_ROUNDS = 3;

    private static final int LABEL = 10;

    void print(String node, List<Execution> executions) {
        int earlier = Math.max(0, executions.size() - MOST_ROUNDS);
        for (Execution execution : executions.subList(earlier, executions.size())) {
            out.println();
            out.println(ansi.paint(Style.STRONG, SafeText.of(node))
                    + (executions.size() > 1 ? ansi.paint(Style.DIM, "  round " + execution.ordinal()) : ""));
            print(execution);
        }
        if (earlier > 0) {
            line("before", Count.of(earlier, "earlier round") + "; --json shows all");
        }
    }

    private void print(Execution execution) {
        for (Attempt attempt : execution.attempts()) {
            line("began", when(attempt.began()) + (attempt.number() > 1 ? ", attempt " + attempt.number() : ""));
            values("input", attempt.inputs());
            if (attempt.failed() != null) {
                line(
                        "failed",
                        attempt.failed().error().code() + ": "
                                + attempt.failed().error().message() + ", "
                                + when(attempt.failed().at()));
            }
        }
        execution.children().forEach(child -> line("child", child.runId() + ", " + when(child.at())));
        execution.questions().forEach(question -> question(question, execution.end()));
        if (execution.end() != null) {
            end(execution.end());
        }
    }

    private void question(Asked asked, @Nullable End end) {
        line("asked", asked.data().string("title").orElse(asked.key()) + ", " + when(asked.at()));
        asked.votes().forEach(vote -> line("vote", said(vote)));
        if (asked.resolved() != null) {
            line("answered", said(asked.resolved()));
        } else if (end != null) {
            line("answered", "nobody did, until the node ended");
        }
    }

    private static String said(Answer answer) {
        String by = answer.by() == null ? "" : " by " + answer.by();
        return words(answer.value()) + by + ", " + when(answer.at());
    }

    /// An approval says what was decided and, with luck, why.
    private static String words(JsonValue value) {
        if (!(value instanceof JsonObject object) || object.string("action").isEmpty()) {
            return ValueLines.text(value);
        }
        JsonObject more = object.without("action");
        String action = object.string("action").orElseThrow();
        return more.get("feedback") instanceof JsonString why
                ? action + ": \"" + why.value() + "\""
                : more.isEmpty() ? action : action + " " + ValueLines.text(more);
    }

    private void end(End end) {
        values("output", end.outputs());
        if (end.error() != null) {
            line("error", end.error().code() + ": " + end.error().message());
        }
        line(end.state(), (end.reason() == null ? "" : end.reason() + ", ") + when(end.at()));
    }

    private void values(String label, JsonObject values) {
        values.members().forEach((name, value) -> line(label, name + " = " + ValueLines.text(value)));
    }

    /// The event, the one that led to it, and its time.
    private static String when(Moment moment) {
        return "event " + moment.sequence() + (moment.cause() == null ? "" : " ← " + moment.cause()) + " at "
                + moment.at().truncatedTo(ChronoUnit.SECONDS);
    }

    private void line(String label, String text) {
        out.println("  " + ansi.paint(Style.DIM, label + " ".repeat(Math.max(1, LABEL - label.length())))
                + SafeText.of(text));
    }
}

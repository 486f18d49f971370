package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Pending;
import org.jspecify.annotations.Nullable;

/// The same answer in words, for agents that read only text: what to do, then how to go on, with both tokens ready
/// to be copied.
final class AnswerText {

    static final String UNBLOCK =
            "fix what is listed and call workflow_advance again with the same stateToken and ackToken";
    static final String RETURN =
            "the earlier branch is untouched: to continue there, use the last tokens that it gave you";

    private final @Nullable Pending pending;
    private final String stateToken;
    private final @Nullable String ackToken;
    private final AnswerWriter.Extras extras;
    private final StringBuilder text = new StringBuilder();

    AnswerText(@Nullable Pending pending, String stateToken, @Nullable String ackToken, AnswerWriter.Extras extras) {
        this.pending = pending;
        this.stateToken = stateToken;
        this.ackToken = ackToken;
        this.extras = extras;
    }

    String write() {
        AnswerWriter.Fork fork = extras.forked();
        if (fork != null) {
            line(
                    fork.sameRun()
                            ? "This is a new branch of the run: the step had already been acknowledged with other"
                                    + " content."
                            : "This is a new run from that step: " + fork.fromRunId() + " had ended.");
            line("Note: " + RETURN + ".").line("");
        }
        if (!extras.blockers().isEmpty()) {
            blocked();
        } else if (pending == null) {
            line("The workflow is complete. There is nothing left to acknowledge.");
            line("").line("Keep this stateToken in case you want to go back: " + stateToken);
        } else {
            step(pending);
        }
        for (Notice warning : extras.warnings()) {
            line("").line(warning.toText());
        }
        return text.toString().strip() + "\n";
    }

    private void step(Pending step) {
        line("# " + step.title()).line("<!-- step: " + step.stepId() + " -->").line("");
        line(step.prompt().strip()).line("").line("---");
        line("When this step is done, call workflow_advance with:");
        tokens();
    }

    private void blocked() {
        line("The step is not accepted yet. Nothing is lost; " + UNBLOCK + ".");
        for (Blocker blocker : extras.blockers()) {
            line("").line("- " + blocker.field() + " (" + blocker.code().wire() + "): " + blocker.message());
            if (blocker.found() != null) {
                line("  found: " + blocker.found());
            }
            if (blocker.expected() != null) {
                line("  expected: " + JsonWriter.compact(blocker.expected()));
            }
            if (blocker.example() != null) {
                line("  example: " + JsonWriter.compact(blocker.example()));
            }
        }
        line("").line("The same tokens:");
        tokens();
    }

    private void tokens() {
        line("```json")
                .line("{\"stateToken\": \"%s\", \"ackToken\": \"%s\"}".formatted(stateToken, ackToken))
                .line("```");
    }

    private AnswerText line(String line) {
        text.append(line).append('\n');
        return this;
    }
}

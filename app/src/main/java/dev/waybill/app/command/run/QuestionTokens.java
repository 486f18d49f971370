package dev.waybill.app.command.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.ResumeTokens;
import dev.waybill.view.run.OpenQuestion;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Tokens for the open questions of a run: whoever holds one can answer that question, and nothing else.
record QuestionTokens(List<Issued> all) {

    /// @param expiresAt never after the question falls
    record Issued(OpenQuestion question, String token, Instant expiresAt) {}

    /// A question that has fallen gets none: nobody can answer it any more.
    static QuestionTokens issue(RunStore store, List<OpenQuestion> questions, Instant now, Duration life) {
        List<Issued> issued = new ArrayList<>();
        for (OpenQuestion question : questions) {
            Instant falls = question.interrupt().deadline();
            Instant end = falls != null && falls.isBefore(now.plus(life)) ? falls : now.plus(life);
            store.run(question.run()).filter(_ -> now.isBefore(end)).ifPresent(run -> {
                String token =
                        ResumeTokens.issue(run.header(), question.interrupt(), now, life, ResumeTokens.Intent.RESOLVE);
                issued.add(new Issued(question, token, end));
            });
        }
        return new QuestionTokens(issued);
    }

    JsonArray toJson() {
        List<JsonValue> tokens = new ArrayList<>();
        for (Issued issued : all) {
            tokens.add(JsonObject.of("runId", issued.question().run().value())
                    .with("nodeId", issued.question().interrupt().nodeId())
                    .with("interruptId", issued.question().interrupt().id())
                    .with("token", issued.token())
                    .with("expiresAt", Times.format(issued.expiresAt())));
        }
        return new JsonArray(tokens);
    }

    /// @param again words that name the store
    void print(PrintStream out, Ansi ansi, String again) {
        out.println();
        if (all.isEmpty()) {
            out.println("no tokens: nothing is asked");
        }
        for (Issued issued : all) {
            out.println(ansi.paint(Style.STRONG, "token") + " for "
                    + SafeText.of(issued.question().title())
                    + ansi.paint(Style.DIM, ", until " + issued.expiresAt().truncatedTo(ChronoUnit.SECONDS)));
            // One line, whatever its width: it is there to be copied.
            out.println("  " + issued.question().command(issued.token(), again));
        }
    }
}

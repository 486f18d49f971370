package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// What a command says when the run that it worked on rests.
public final class RunReport implements Page {

    private final Standing standing;
    private final RunReceipts receipts;
    private final String again;
    private final boolean givesTokens;

    /// @param again words that make another command find the same store
    public RunReport(Standing standing, RunReceipts receipts, String again) {
        this(standing, receipts, again, true);
    }

    private RunReport(Standing standing, RunReceipts receipts, String again, boolean givesTokens) {
        this.standing = standing;
        this.receipts = receipts;
        this.again = again;
        this.givesTokens = givesTokens;
    }

    /// The same for a reader at another machine: only the operator of a store can make tokens.
    public RunReport fromAfar() {
        return new RunReport(standing, receipts, again, false);
    }

    @Override
    public JsonObject toJson() {
        RunState state = standing.state();
        List<JsonValue> questions = new ArrayList<>();
        standing.questions().forEach(question -> questions.add(question.toJson()));
        RunError error = state.error();
        return new Convergence(state)
                .into(JsonObject.builder()
                        .put("runId", state.header().runId().value())
                        .put("workflowId", state.header().definitionId())
                        .put("status", standing.status().wire())
                        .put("guided", state.isGuided())
                        .put("rests", standing.rests())
                        .putIfPresent("pausing", state.isPausing() ? JsonBool.TRUE : null)
                        .putIfPresent("pauseReason", state.pauseReason())
                        .put("outputs", PublicView.outputs(state))
                        .putIfPresent("error", error == null ? null : error.toJson())
                        .put("interrupts", new JsonArray(questions))
                        .put("correlationId", state.header().correlationId())
                        .put("startedAt", Times.format(Began.of(state)))
                        .put("updatedAt", Times.format(state.clock()))
                        .put("events", state.head())
                        .put("receipts", receipts.toJson())
                        .build());
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
        Ansi ansi = surface.ansi();
        RunState state = standing.state();
        String run = state.header().runId().value();
        out.println();
        out.println(StatusText.paint(ansi, standing.status()) + verdict(state));
        RunError error = state.error();
        if (error != null) {
            out.println("  " + SafeText.of(error.code() + ": " + error.message()));
        }
        Convergence convergence = new Convergence(state);
        convergence.goal().ifPresent(why -> out.println("  " + ansi.paint(Style.BAD, SafeText.of(why))));
        convergence.verdicts().forEach(verdict -> out.println("  " + SafeText.of(verdict)));
        convergence.blocked().forEach(what -> out.println("  " + SafeText.of(what)));
        ValueLines.print(out, ansi, PublicView.outputs(state));
        standing.questions().forEach(question -> question.print(out, ansi, again));
        out.println();
        receipts.print(out, ansi);
        out.println("next      " + next(run));
        if (!standing.questions().isEmpty() && givesTokens) {
            out.println("or        waybill show " + run + " --tokens" + again + "   lets others answer, with a token");
        }
        if (state.isTerminal() && receipts.count() > 0) {
            out.println("proof     waybill export " + run + " --out proof.zip" + again);
        }
    }

    private String verdict(RunState state) {
        if (!state.isTerminal() || state.startedAt() == null) {
            return "";
        }
        return " in " + Elapsed.text(Duration.between(state.startedAt(), state.clock())) + ", "
                + Count.of(state.executions(), "step");
    }

    private String next(String run) {
        if (standing.state().isGuided() && standing.status() == RunStatus.WAITING_EXTERNAL) {
            return "the agent continues with workflow_advance and the tokens of its last answer";
        }
        return switch (standing.status()) {
            case COMPLETED, FAILED, CANCELLED -> "waybill show " + run + again;
            case PAUSED -> "waybill resume " + run + again;
            default ->
                standing.questions().isEmpty() ? "waybill resume " + run + again : "answer as above; " + patience();
        };
    }

    /// Until when somebody may answer.
    private String patience() {
        return standing.questions().stream()
                .map(question -> question.interrupt().deadline())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .map(deadline -> "the first deadline is " + deadline.truncatedTo(ChronoUnit.SECONDS)
                        + ", and an approval that nobody gives by then times out")
                .orElse("the run waits as long as it takes");
    }
}

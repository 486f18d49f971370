package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import dev.waybill.workflow.WorkflowNode;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Everything about one run, on one page.
public record RunPage(Standing standing, NodeHistory history, RunReceipts receipts, Lineage lineage, String again)
        implements Page {

    @Override
    public JsonObject toJson() {
        RunState state = standing.state();
        List<JsonValue> nodes = new ArrayList<>();
        for (WorkflowNode node : state.workflow().definition().nodes()) {
            nodes.add(node(node));
        }
        return new RunReport(standing, receipts, again)
                .toJson()
                .with("inputs", PublicView.inputs(state))
                .with("variables", PublicView.variables(state))
                .with("nodes", new JsonArray(nodes))
                .with("lineage", lineage.toJson());
    }

    private JsonObject node(WorkflowNode node) {
        NodeState known = standing.state().node(node.id());
        NodeEnd last = known.last();
        return JsonObject.of("nodeId", node.id())
                .with("typeId", node.typeId())
                .with("state", doing(known))
                .with("ordinal", known.ordinal())
                .with("attempts", history.attempts(node.id()))
                .with("durationMs", history.time(node.id(), null).toMillis())
                .withIfPresent("outputs", last == null ? null : PublicView.outputs(last))
                .withIfPresent(
                        "error",
                        last == null || last.error() == null
                                ? null
                                : last.error().toJson())
                .with(
                        "executions",
                        new JsonArray(history.of(node.id()).stream()
                                .<JsonValue>map(Execution::toJson)
                                .toList()));
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
        Ansi ansi = surface.ansi();
        RunState state = standing.state();
        head(out, ansi, now);
        out.println();
        out.print(nodes(now).render(surface));
        NodeDetails details = new NodeDetails(out, ansi);
        state.workflow().definition().nodes().forEach(node -> details.print(node.id(), history.of(node.id())));
        values(out, ansi, "inputs", PublicView.inputs(state));
        values(out, ansi, "variables", PublicView.variables(state));
        values(out, ansi, "outputs", PublicView.outputs(state));
        standing.questions().forEach(question -> question.print(out, ansi, again));
        out.println();
        receipts.print(out, ansi);
    }

    /// What every run has: its id, where it stands, what it runs, when it began, where it came from.
    public void head(PrintStream out, Ansi ansi, Instant now) {
        RunState state = standing.state();
        out.println(ansi.paint(Style.STRONG, state.header().runId().value()) + "  "
                + StatusText.paint(ansi, standing.status()));
        line(
                out,
                ansi,
                "workflow",
                state.workflow().definition().name() + " (" + state.header().definitionId() + " "
                        + state.workflow().definition().version() + ")");
        Instant began = Began.of(state);
        line(
                out,
                ansi,
                "started",
                Times.format(began).substring(0, 19) + "Z, "
                        + Elapsed.ago(Duration.between(began, now))
                        + (state.isTerminal() ? ", took " + Elapsed.text(Duration.between(began, state.clock())) : ""));
        line(out, ansi, "correlated", state.header().correlationId());
        lineage.lines().forEach((label, text) -> line(out, ansi, label, text));
        if (state.pauseReason() != null) {
            line(out, ansi, "paused", state.pauseReason());
        }
        RunError error = state.error();
        if (error != null) {
            line(out, ansi, "error", error.code() + ": " + error.message());
        }
        Convergence convergence = new Convergence(state);
        convergence.goal().ifPresent(why -> line(out, ansi, "goal", why));
        convergence.verdicts().forEach(verdict -> line(out, ansi, "verdict", verdict));
        convergence.blocked().forEach(what -> line(out, ansi, "blocked", what));
    }

    public static void line(PrintStream out, Ansi ansi, String label, String text) {
        out.println(ansi.paint(Style.DIM, label + " ".repeat(Math.max(1, 11 - label.length()))) + SafeText.of(text));
    }

    public static void values(PrintStream out, Ansi ansi, String title, JsonObject values) {
        if (!values.isEmpty()) {
            out.println();
            out.println(ansi.paint(Style.STRONG, title));
            ValueLines.print(out, ansi, values);
        }
    }

    private Table nodes(Instant now) {
        Table table = new Table(Column.TEXT, Column.TEXT, Column.TEXT, Column.NUMBER, Column.NUMBER, Column.NUMBER)
                .head("NODE", "TYPE", "STATE", "RUNS", "ATTEMPTS", "TIME");
        for (WorkflowNode node : standing.state().workflow().definition().nodes()) {
            NodeState known = standing.state().node(node.id());
            int attempts = history.attempts(node.id());
            table.row(
                    Cell.of(node.id()),
                    new Cell(node.typeId(), Style.DIM),
                    new Cell(doing(known), style(known)),
                    Cell.of(String.valueOf(known.ordinal())),
                    Cell.of(String.valueOf(attempts)),
                    Cell.of(attempts == 0 ? "" : Elapsed.text(history.time(node.id(), now))));
        }
        return table;
    }

    private static String doing(NodeState node) {
        return switch (node.occupation()) {
            case Occupation.Idle _ ->
                node.last() == null ? "not started" : node.last().kind().wire();
            case Occupation.Working _ -> "at work";
            case Occupation.Delaying _ -> "delays";
            case Occupation.Retrying _ -> "tries again";
            case Occupation.Asking _ -> "waits";
            case Occupation.HandingOver _ -> "hands over";
        };
    }

    private static Style style(NodeState node) {
        NodeEnd last = node.last();
        if (!node.isIdle()) {
            return node.occupation() instanceof Occupation.Asking ? Style.WARNING : Style.ACCENT;
        }
        if (last == null) {
            return Style.DIM;
        }
        return switch (last.kind()) {
            case COMPLETED -> Style.GOOD;
            case FAILED -> Style.BAD;
            case SKIPPED, CANCELLED -> Style.DIM;
        };
    }
}

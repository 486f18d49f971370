package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.GuidedState;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.RunPage;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Objects;

/// Everything about one guided run: every place that it came to, what its branches brought, and how to go on.
public record GuidedPage(RunPage run, LineageView lineage) implements Page {

    @Override
    public JsonObject toJson() {
        return run.toJson()
                .with("sessionId", session())
                .with("agents", JsonArray.ofStrings(guide().agents()))
                .with("context", latest().context())
                .with("definition", lineage.definitionsJson().get(0))
                .with("places", lineage.placesJson())
                .with("branches", lineage.branchesJson())
                .with("artifacts", lineage.artifactsJson());
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
        Ansi ansi = surface.ansi();
        run.head(out, ansi, now);
        RunPage.line(out, ansi, "session", session());
        if (!guide().agents().isEmpty()) {
            RunPage.line(out, ansi, "agents", String.join(", ", guide().agents()));
        }
        out.println();
        out.println(ansi.paint(Style.STRONG, "steps") + "  " + counted());
        new LineageText(lineage.places(), lineage.branches().size() > 1, surface, out).print("  ");
        new ArtifactText(lineage.artifacts(), surface, out).print();
        RunPage.values(out, ansi, "context", latest().context());
        out.println();
        run.receipts().print(out, ansi);
        next(out);
    }

    private String counted() {
        int branches = lineage.branches().size();
        return lineage.acknowledged() + " acknowledged" + (branches > 1 ? ", " + branches + " branches" : "");
    }

    private void next(PrintStream out) {
        RunState state = state();
        String id = state.header().runId() + run.again();
        switch (run.standing().status()) {
            case COMPLETED -> {
                out.println("proof     waybill export " + state.header().runId() + " --out proof.zip" + run.again());
                out.println(
                        "back      an earlier stateToken with its ackToken continues from there, as a fork of this run");
            }
            case FAILED, CANCELLED ->
                out.println("proof     waybill export " + state.header().runId() + " --out proof.zip" + run.again());
            case PAUSED -> out.println("next      waybill resume " + id);
            default -> {
                out.println(
                        "next      the agent acknowledges \"%s\" with workflow_advance and the tokens of its last answer"
                                .formatted(latest().pending()));
                out.println(
                        "lost?     waybill show " + id + " --tokens   prints a prompt with fresh tokens for an agent");
                out.println("or        waybill cancel " + id + "   ends it");
            }
        }
    }

    private String session() {
        return Objects.requireNonNull(state().header().session());
    }

    private RunState state() {
        return run.standing().state();
    }

    private Lineage guide() {
        return Objects.requireNonNull(state().lineage());
    }

    private GuidedState latest() {
        return guide().latest().map(Lineage.Place::state).orElse(GuidedState.UNBORN);
    }
}

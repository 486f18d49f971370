package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Option;
import dev.waybill.doors.mcp.McpTools;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.guided.ExtraTool;
import dev.waybill.runtime.guided.GuidedSettings;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// What `mcp` and `serve` take: where guided workflows are, and how their runs behave.
public final class GuidedOptions implements Argument {

    private final WorkflowFolders workflows = new WorkflowFolders();
    private final Option<Boolean> strict = Option.flag(
            "--strict", "A repeated pair of tokens always gets its first answer; nothing branches by itself.");
    private final Option<Boolean> resume =
            Option.flag("--resume", "Offer workflow_resume: a fresh acknowledgement for an old stateToken.");
    private final Option<Boolean> find =
            Option.flag("--find", "Offer workflow_find: open runs for an agent that lost its chat; implies --resume.");
    private final Option<Boolean> checkpoint =
            Option.flag("--checkpoint", "Offer workflow_checkpoint: notes in the middle of a step.");

    private final Option<Boolean> structured =
            Option.flag("--structured", "Answer with structuredContent instead of text, for clients that read that.");

    /// The tools as clients see them.
    public McpTools offered() {
        return McpTools.standard().with(extras()).structured(structured.orElse(false));
    }

    /// What is offered beyond the four tools. Who finds a run has its stateToken only, so finding brings resuming
    /// along.
    public List<ExtraTool> extras() {
        List<ExtraTool> extras = new ArrayList<>();
        if (resume.isGiven() || find.isGiven()) {
            extras.add(ExtraTool.RESUME);
        }
        if (find.isGiven()) {
            extras.add(ExtraTool.FIND);
        }
        if (checkpoint.isGiven()) {
            extras.add(ExtraTool.CHECKPOINT);
        }
        return extras;
    }

    public GuidedSettings settings() {
        return new GuidedSettings(strict.orElse(false), extras());
    }

    public Catalog catalog(Environment environment) {
        return workflows.catalog(environment, null);
    }

    @Override
    public void addTo(CommandSpec spec) {
        workflows.addTo(spec);
        strict.addTo(spec);
        resume.addTo(spec);
        find.addTo(spec);
        checkpoint.addTo(spec);
        structured.addTo(spec);
    }
}

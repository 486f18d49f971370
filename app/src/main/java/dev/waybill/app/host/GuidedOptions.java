package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Option;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedSettings;
import picocli.CommandLine.Model.CommandSpec;

/// What `mcp` and `serve` take: where guided workflows are, and how their runs behave.
public final class GuidedOptions implements Argument {

    private final WorkflowFolders workflows = new WorkflowFolders();
    private final Option<Boolean> strict = Option.flag(
            "--strict", "A repeated pair of tokens always gets its first answer; nothing branches by itself.");
    private final Option<Boolean> resume =
            Option.flag("--resume", "Offer workflow_resume: a fresh acknowledgement for an old stateToken.");

    public boolean resumes() {
        return resume.orElse(false);
    }

    public GuidedSettings settings() {
        return new GuidedSettings(strict.orElse(false), resumes());
    }

    public GuidedCatalog catalog() {
        return new GuidedFolders(workflows.paths());
    }

    @Override
    public void addTo(CommandSpec spec) {
        workflows.addTo(spec);
        strict.addTo(spec);
        resume.addTo(spec);
    }
}

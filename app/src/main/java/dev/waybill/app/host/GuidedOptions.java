package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.doors.mcp.AnswerForm;
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
    private final Configured<Boolean> strict = Settings.STRICT.argument();
    private final Configured<Boolean> resume = Settings.RESUME.argument();
    private final Configured<Boolean> find = Settings.FIND.argument();
    private final Configured<Boolean> checkpoint = Settings.CHECKPOINT.argument();
    private final Configured<String> form = Settings.FORM.argument();
    private final Configured<Boolean> structured = Settings.STRUCTURED.argument();

    /// The tools as clients see them.
    public McpTools offered(Environment environment) {
        return McpTools.standard().with(extras(environment)).in(form(environment));
    }

    /// What the command line says wins over what is set elsewhere.
    private AnswerForm form(Environment environment) {
        return structured.orUsual(environment) && !form.isFlagged()
                ? AnswerForm.JSON
                : AnswerForm.named(form.orUsual(environment)).orElseThrow();
    }

    /// What is offered beyond the four tools. Who finds a run has its stateToken only, so finding brings resuming
    /// along.
    private List<ExtraTool> extras(Environment environment) {
        List<ExtraTool> extras = new ArrayList<>();
        if (resume.orUsual(environment) || find.orUsual(environment)) {
            extras.add(ExtraTool.RESUME);
        }
        if (find.orUsual(environment)) {
            extras.add(ExtraTool.FIND);
        }
        if (checkpoint.orUsual(environment)) {
            extras.add(ExtraTool.CHECKPOINT);
        }
        return extras;
    }

    public GuidedSettings settings(Environment environment) {
        return new GuidedSettings(strict.orUsual(environment), extras(environment));
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
        form.addTo(spec);
        structured.addTo(spec);
    }
}

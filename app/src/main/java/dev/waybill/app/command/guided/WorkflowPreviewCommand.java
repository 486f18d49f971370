package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.engine.guided.Preview;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.List;

/// `waybill workflow preview`: the compiled steps, as the agent will read them.
public final class WorkflowPreviewCommand extends ToldCommand {

    private final Operand<String> workflow =
            takes(Operand.text("FILE|ID", "A definition, or the id of one in the folders or of a bundled one.")
                    .required("a definition: a file, or the id of a workflow such as mr-review-workflow"));
    private final Option<String> step = takes(Option.text("--step", "ID", "Only this step."));
    private final WorkflowOptions workflows = takes(new WorkflowOptions());

    public WorkflowPreviewCommand(Environment environment) {
        super(environment, "Show the steps of a guided workflow as the agent will read them.");
    }

    @Override
    public ExitCode call() {
        WorkflowSource source = workflows.find(workflow.given(), environment);
        Checked checked = Checked.of(source, workflows.around(source, environment));
        var output = new Output(environment, common.json());
        return switch (checked) {
            case Checked.Guided guided -> {
                PreviewPage page = new PreviewPage(guided.workflow(), steps(guided.workflow()));
                output.answer(
                        page.toJson(), out -> page.print(out, common.terminal().ansi()));
                yield ExitCode.YES;
            }
            case Checked.Bad _ -> {
                CheckReport report = new CheckReport(source.name(), checked);
                output.answer(
                        report.toJson(),
                        out -> report.print(out, common.terminal().ansi()));
                yield report.code();
            }
            case Checked.Graph _, Checked.Beside _ ->
                throw new Failure(
                        ExitCode.NO,
                        "not_guided",
                        source.name() + " has no steps that an agent reads",
                        "See 'waybill workflow show'.");
        };
    }

    private List<Preview.Step> steps(GuidedWorkflow guided) {
        List<Preview.Step> all = Preview.of(guided);
        String wanted = step.value();
        if (wanted == null) {
            return all;
        }
        List<Preview.Step> found =
                all.stream().filter(it -> it.stepId().equals(wanted)).toList();
        if (found.isEmpty()) {
            throw new Failure(
                    ExitCode.NO,
                    "step_not_found",
                    "%s has no step called %s".formatted(guided.id(), wanted),
                    "Known: "
                            + String.join(
                                    ", ", all.stream().map(Preview.Step::stepId).toList()));
        }
        return found;
    }
}

package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;

/// `waybill workflow show`: what a definition says about itself, and the digest that pins it.
public final class WorkflowShowCommand extends ToldCommand {

    private final Operand<String> workflow =
            takes(Operand.text("FILE|ID", "A definition, or the id of one in the folders or of a bundled one.")
                    .required("a definition: a file, or the id of a workflow such as mr-review-workflow"));
    private final WorkflowOptions workflows = takes(new WorkflowOptions());

    public WorkflowShowCommand(Environment environment) {
        super(environment, "Show what a workflow is for, and its digest; --json includes the compiled document.");
    }

    @Override
    public ExitCode call() {
        String named = workflow.given();
        WorkflowSource source = workflows.find(named, environment);
        Checked checked = Checked.of(source, workflows.around(source, environment));
        var output = new Output(environment, common.json());
        switch (checked) {
            case Checked.Guided guided -> {
                GuidedSheet sheet = new GuidedSheet(named, source.name(), guided);
                output.answer(
                        sheet.toJson(),
                        out -> sheet.print(out, common.terminal().ansi()));
            }
            case Checked.Graph graph -> {
                GraphSheet sheet = new GraphSheet(source.name(), graph);
                output.answer(
                        sheet.toJson(),
                        out -> sheet.print(out, common.terminal().ansi()));
            }
            case Checked.Bad _, Checked.Beside _ -> {
                CheckReport report = new CheckReport(source.name(), checked);
                output.answer(
                        report.toJson(),
                        out -> report.print(out, common.terminal().ansi()));
                return report.code();
            }
        }
        return ExitCode.YES;
    }
}

package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonObject;

/// `waybill workflow add`: registers a workflow for a tenant, so that every process on the store has it.
public final class WorkflowAddCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final Registration registration = new Registration();
    private final Operand<String> file =
            Operand.text("FILE", "The definition, or - for standard input.").required("a definition's file");

    public WorkflowAddCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Register a workflow, or the next revision of one.", file, registration, common)
                .footer(
                        "It is checked as 'waybill workflow check' does. Runs keep the revision that they began with.",
                        "Only graphs can be registered; guided workflows lie in folders.");
    }

    @Override
    public ExitCode call() {
        JsonObject document = WorkflowSource.read(file.given(), environment).document();
        JsonObject added = registration.add(environment, document);
        new Output(environment, common.json())
                .answer(
                        added,
                        out -> out.println("%s is registered, revision %s"
                                .formatted(added.string("id").orElse("it"), added.get("revision"))));
        return ExitCode.YES;
    }
}

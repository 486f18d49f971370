package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;

/// `waybill workflow add`: registers a workflow for a tenant, so that every process on the store has it.
public final class WorkflowAddCommand extends ToldCommand {

    private final Operand<String> file = takes(
            Operand.text("FILE", "The definition, or - for standard input.").required("a definition's file"));
    private final Registration registration = takes(new Registration());

    public WorkflowAddCommand(Environment environment) {
        super(
                environment,
                "Register a workflow, or the next revision of one.",
                "It is checked as 'waybill workflow check' does. Runs keep the revision that they began with.",
                "Only graphs can be registered; guided workflows are files in folders.");
    }

    @Override
    public ExitCode call() {
        JsonObject document = WorkflowSource.read(file.given(), environment).document();
        JsonObject added = registration.add(environment, document);
        return answer(
                added,
                out -> out.println("%s is registered, revision %s"
                        .formatted(added.string("id").orElse("it"), added.get("revision"))));
    }
}

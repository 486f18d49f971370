package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;

/// `waybill workflow remove`: takes a registered workflow away again.
public final class WorkflowRemoveCommand extends ToldCommand {

    private final Operand<String> id =
            takes(Operand.text("ID", "The workflow's id.").required("a registered workflow's id"));
    private final Registration registration = takes(new Registration());

    public WorkflowRemoveCommand(Environment environment) {
        super(
                environment,
                "Remove a registered workflow; its triggers stop.",
                "Runs that were started with it keep it and continue.");
    }

    @Override
    public ExitCode call() {
        registration.remove(environment, id.given());
        JsonObject answer =
                JsonObject.builder().put("id", id.given()).put("removed", true).build();
        return answer(answer, out -> out.println(id.given() + " is removed"));
    }
}

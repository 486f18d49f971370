package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonObject;

/// `waybill workflow remove`: takes a registered workflow away again.
public final class WorkflowRemoveCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final Registration registration = new Registration();
    private final Operand<String> id = Operand.text("ID", "The workflow's id.").required("a registered workflow's id");

    public WorkflowRemoveCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Remove a registered workflow; its triggers rest with it.", id, registration, common)
                .footer("Runs that were started with it keep it and go on.");
    }

    @Override
    public ExitCode call() {
        registration.remove(environment, id.given());
        JsonObject answer =
                JsonObject.builder().put("id", id.given()).put("removed", true).build();
        new Output(environment, common.json()).answer(answer, out -> out.println(id.given() + " is removed"));
        return ExitCode.YES;
    }
}

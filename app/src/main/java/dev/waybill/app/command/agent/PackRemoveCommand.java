package dev.waybill.app.command.agent;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;

/// `waybill pack remove`: takes a pack off the shelf.
public final class PackRemoveCommand extends ToldCommand {

    private final Operand<String> name =
            takes(Operand.text("NAME", "The pack's name.").required("a pack's name; `waybill pack list` lists them"));

    public PackRemoveCommand(Environment environment) {
        super(
                environment,
                "Remove a pack that you added.",
                "Runs that are at work with one of its agents wait for a host that has it.");
    }

    @Override
    public ExitCode call() throws IOException {
        Surroundings.shelf(environment).remove(name.given());
        JsonObject answer = JsonObject.of("name", name.given()).with("removed", true);
        return answer(answer, out -> out.println("removed  " + name.given()));
    }
}

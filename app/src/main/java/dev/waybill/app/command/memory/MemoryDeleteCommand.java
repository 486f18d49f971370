package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;

/// `waybill memory delete`: forgets an entry.
public final class MemoryDeleteCommand extends ToldCommand {

    private final Operand<String> ref =
            takes(Operand.text("REF", "The memory.").required("a memory; `waybill memory list` lists them"));
    private final Operand<String> id = takes(
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id; `waybill memory list` lists them"));
    private final MemoryOptions options = takes(new MemoryOptions());

    public MemoryDeleteCommand(Environment environment) {
        super(
                environment,
                "Forget an entry.",
                "Runs that saw it, and their forks, still find it at their events; 'waybill prune' deletes what",
                "was forgotten for good.");
    }

    @Override
    public ExitCode call() {
        try (MemoryDesk memory = options.toForget(environment)) {
            memory.delete(ref.given(), id.given());
        }
        JsonObject answer =
                JsonObject.of("memoryRef", ref.given()).with("id", id.given()).with("deleted", true);
        return answer(answer, out -> out.println("Forgotten."));
    }
}

package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonObject;

/// `waybill memory delete`: forgets an entry.
public final class MemoryDeleteCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final MemoryOptions options = new MemoryOptions();
    private final Operand<String> ref =
            Operand.text("REF", "The memory.").required("a memory; `waybill memory list` lists them");
    private final Operand<String> id =
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id; `waybill memory list` lists them");

    public MemoryDeleteCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Forget an entry.", ref, id, options, common)
                .footer(
                        "Runs that saw it, and their forks, still find it at their events; 'waybill prune' deletes what",
                        "was forgotten for good.");
    }

    @Override
    public ExitCode call() {
        try (MemoryDesk memory = options.toWrite(environment)) {
            memory.delete(ref.given(), id.given());
        }
        JsonObject answer = JsonObject.builder()
                .put("memoryRef", ref.given())
                .put("id", id.given())
                .put("deleted", true)
                .build();
        new Output(environment, common.json()).answer(answer, out -> out.println("Forgotten."));
        return ExitCode.YES;
    }
}

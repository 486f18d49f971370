package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.SafeText;

/// `waybill memory get`: what one entry says.
public final class MemoryGetCommand extends ToldCommand {

    private final Operand<String> ref =
            takes(Operand.text("REF", "The memory.").required("a memory; `waybill memory list` lists them"));
    private final Operand<String> id = takes(
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id; `waybill memory list` lists them"));
    private final MemoryOptions options = takes(new MemoryOptions());

    public MemoryGetCommand(Environment environment) {
        super(environment, "Show an entry of a memory.");
    }

    @Override
    public ExitCode call() {
        JsonObject entry;
        try (MemoryDesk memory = options.toRead(environment)) {
            entry = memory.get(ref.given(), id.given());
        }
        return answer(
                entry, out -> out.println(SafeText.of(entry.string("content").orElse(""))));
    }
}

package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
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
        MemoryWrite entry;
        try (RunStore store = options.toRead(environment)) {
            TenantMemory memory = options.memory(store);
            entry =
                    memory
                            .now(
                                    options.scope(memory),
                                    ref.given(),
                                    id.given(),
                                    environment.clock().instant())
                            .entries()
                            .stream()
                            .findFirst()
                            .orElseThrow(() -> MemoryOptions.unknown(ref.given(), id.given()));
        }
        return answer(MemoryLines.entry(entry), out -> out.println(SafeText.of(String.valueOf(entry.content()))));
    }
}

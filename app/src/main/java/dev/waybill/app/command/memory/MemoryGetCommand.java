package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.SafeText;

/// `waybill memory get`: what one entry says.
public final class MemoryGetCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final MemoryOptions options = new MemoryOptions();
    private final Operand<String> ref =
            Operand.text("REF", "The memory.").required("a memory; `waybill memory list` lists them");
    private final Operand<String> id =
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id; `waybill memory list` lists them");

    public MemoryGetCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Show an entry of a memory.", ref, id, options, common);
    }

    @Override
    public ExitCode call() {
        JsonObject entry;
        try (MemoryDesk memory = options.toRead(environment)) {
            entry = memory.get(ref.given(), id.given());
        }
        new Output(environment, common.json())
                .answer(entry, out -> out.println(SafeText.of(entry.string("content").orElse(""))));
        return ExitCode.YES;
    }
}

package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.command.history.PruneCommand;
import dev.waybill.base.json.JsonObject;
import java.util.List;

/// `waybill memory set`: lets agents remember something.
public final class MemorySetCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final MemoryOptions options = new MemoryOptions();
    private final Operand<String> ref = Operand.text("REF", "The memory.").required("a memory, such as notes/travel");
    private final Operand<String> id =
            Operand.text("ID", "The entry's id.").at(1).required("an entry's id");
    private final Operand<String> content =
            Operand.text("TEXT", "What to remember.").at(2).required("what to remember");
    private final Option<List<String>> tags = Option.texts("--tag", "TAG", "A tag; may be repeated.");
    private final Option<String> ttl = Option.text("--ttl", "AGE", "How long: 12h, 30d (default: for ever).");

    public MemorySetCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Write an entry, or replace it.", ref, id, content, tags, ttl, options, common)
                .footer("Nodes that start afterwards see it; those at work go on with what they saw.");
    }

    @Override
    public ExitCode call() {
        JsonObject written;
        try (MemoryDesk memory = options.toWrite(environment)) {
            written = memory.set(
                    ref.given(),
                    id.given(),
                    content.given(),
                    tags.orElse(List.of()),
                    ttl.isGiven() ? PruneCommand.age("--ttl", ttl.orElse("")) : null);
        }
        new Output(environment, common.json())
                .answer(
                        written,
                        out -> out.println("Remembered until "
                                + (written.has("expiresAt")
                                        ? MemoryListCommand.time(written, "expiresAt") + "."
                                        : "somebody forgets it.")));
        return ExitCode.YES;
    }
}

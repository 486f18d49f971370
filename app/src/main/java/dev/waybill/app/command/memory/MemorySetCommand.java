package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.history.PruneCommand;
import dev.waybill.base.json.JsonObject;
import java.util.List;

/// `waybill memory set`: lets agents remember something.
public final class MemorySetCommand extends ToldCommand {

    private final Operand<String> ref =
            takes(Operand.text("REF", "The memory.").required("a memory, such as notes/travel"));
    private final Operand<String> id =
            takes(Operand.text("ID", "The entry's id.").at(1).required("an entry's id"));
    private final Operand<String> content =
            takes(Operand.text("TEXT", "What to remember.").at(2).required("what to remember"));
    private final Option<List<String>> tags = takes(Option.texts("--tag", "TAG", "A tag; may be repeated."));
    private final Option<String> ttl = takes(Option.text("--ttl", "AGE", "How long: 12h, 30d (default: for ever)."));
    private final MemoryOptions options = takes(new MemoryOptions());

    public MemorySetCommand(Environment environment) {
        super(
                environment,
                "Write an entry, or replace it.",
                "Nodes that start afterwards see it; those already at work keep what they saw.");
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
        return answer(
                written,
                out -> out.println("Remembered until "
                        + (written.has("expiresAt")
                                ? MemoryListCommand.time(written, "expiresAt") + "."
                                : "somebody forgets it.")));
    }
}

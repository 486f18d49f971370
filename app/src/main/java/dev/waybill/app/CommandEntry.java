package dev.waybill.app;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import java.util.List;
import java.util.function.Function;

/// A word of the command line. Its class is loaded only when the word is used, so that a command costs
/// nothing to all others.
sealed interface CommandEntry {

    String name();

    /// The words that may come next.
    List<CommandEntry> children();

    /// A word that does something, also where one of its children could come next: `sessions`, `sessions remove`.
    record Leaf(String name, Function<Environment, Command> create, List<CommandEntry> children)
            implements CommandEntry {}

    /// A word that needs another one: `receipt verify`.
    record Group(String name, String summary, List<CommandEntry> children) implements CommandEntry {}

    static CommandEntry command(String name, Function<Environment, Command> create, CommandEntry... children) {
        return new Leaf(name, create, List.of(children));
    }

    static CommandEntry group(String name, String summary, CommandEntry... children) {
        return new Group(name, summary, List.of(children));
    }
}

package dev.waybill.app;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import java.util.List;
import java.util.function.Function;

/// A word of the command line. Its class is loaded only when the word is used, so that a command costs
/// nothing to all others.
sealed interface CommandEntry {

    String name();

    /// A word that does something.
    record Leaf(String name, Function<Environment, Command> create) implements CommandEntry {}

    /// A word that needs another one: `receipt verify`.
    record Group(String name, String summary, List<CommandEntry> children) implements CommandEntry {}

    static CommandEntry command(String name, Function<Environment, Command> create) {
        return new Leaf(name, create);
    }

    static CommandEntry group(String name, String summary, CommandEntry... children) {
        return new Group(name, summary, List.of(children));
    }
}

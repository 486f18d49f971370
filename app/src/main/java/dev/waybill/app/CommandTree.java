package dev.waybill.app;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.terminal.Terminal;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Grows the parser for one command line: the whole tree for help, else only the branch that the words
/// name.
record CommandTree(Environment environment) {

    private static final int NARROW = 60;
    private static final int WIDE = 110;

    static CommandLine whole(Environment environment) {
        var tree = new CommandTree(environment);
        CommandLine root = tree.root();
        Commands.ALL.forEach(entry -> tree.add(root, entry));
        return tree.configure(root);
    }

    /// The branch for these words. An unknown word gets the whole tree, so that the parser can say what was
    /// probably meant.
    static CommandLine forWords(Environment environment, List<String> words) {
        var tree = new CommandTree(environment);
        CommandLine root = tree.root();
        return tree.addBranch(root, Commands.ALL, words) ? tree.configure(root) : whole(environment);
    }

    private boolean addBranch(CommandLine parent, List<CommandEntry> entries, List<String> words) {
        for (CommandEntry entry : entries) {
            if (!words.isEmpty() && entry.name().equals(words.getFirst())) {
                addBranch(parent, entry, words.subList(1, words.size()));
                return true;
            }
        }
        return false;
    }

    private void addBranch(CommandLine parent, CommandEntry entry, List<String> rest) {
        CommandLine line = line(entry);
        if (!addBranch(line, entry.children(), rest)) {
            entry.children().forEach(child -> add(line, child));
        }
        parent.addSubcommand(entry.name(), line);
    }

    private void add(CommandLine parent, CommandEntry entry) {
        CommandLine line = line(entry);
        entry.children().forEach(child -> add(line, child));
        parent.addSubcommand(entry.name(), line);
    }

    private CommandLine root() {
        CommandSpec spec = needsMore(
                "Runs multi-agent workflows and signs every handoff; anyone can check the proof offline.",
                "Show this help; 'waybill COMMAND --help' shows a command's.",
                Failure.usage("a command is missing; 'waybill' alone lists them", null));
        spec.name("waybill");
        spec.addOption(OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .description("Show the version, the commit and the Java that runs it.")
                .build());
        spec.usageMessage()
                .commandListHeading("%nCommands:%n")
                .footer(
                        "",
                        "Exit codes: 0 yes, 1 no, 2 tampered or corrupt, 3 wrong usage or unreadable input.",
                        environment.checkout().isEmpty()
                                ? ""
                                : "'./waybill --rebuild' builds again after a change of the sources.");
        return new CommandLine(spec);
    }

    private CommandLine line(CommandEntry entry) {
        // No pattern switch here: its bootstrap is not in the start-up cache and costs every start.
        if (entry instanceof CommandEntry.Leaf leaf) {
            Command command = leaf.create().apply(environment);
            return new CommandLine(command.usage().spec(command));
        }
        return needsMore((CommandEntry.Group) entry);
    }

    private static CommandLine needsMore(CommandEntry.Group group) {
        Failure missing = Failure.usage(
                group.name() + " needs one more word: " + names(group), "See 'waybill " + group.name() + " --help'.");
        return new CommandLine(needsMore(group.summary(), "Show this help.", missing));
    }

    private static CommandSpec needsMore(String summary, String help, Failure missing) {
        CommandSpec spec = Usage.of(summary).spec(new Incomplete(missing));
        spec.addOption(CommonOptions.help(help)).usageMessage().synopsisSubcommandLabel("COMMAND");
        return spec;
    }

    /// A word that cannot stand alone.
    private record Incomplete(Failure missing) implements Command {
        @Override
        public Usage usage() {
            return Usage.of("");
        }

        @Override
        public ExitCode call() {
            throw missing;
        }
    }

    private static String names(CommandEntry.Group group) {
        return String.join(
                ", ", group.children().stream().map(CommandEntry::name).toList());
    }

    private CommandLine configure(CommandLine root) {
        // A file may be called @x, and options may follow operands.
        return root.setExpandAtFiles(false).setUsageHelpWidth(width());
    }

    private int width() {
        try {
            String told = environment.variable("COLUMNS").orElse("100");
            return Math.clamp(Integer.parseInt(System.getProperty(Terminal.COLUMNS_PROPERTY, told)), NARROW, WIDE);
        } catch (NumberFormatException _) {
            return WIDE;
        }
    }
}

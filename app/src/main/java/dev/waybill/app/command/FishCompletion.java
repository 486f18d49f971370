package dev.waybill.app.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Completion for fish, which the parser's own generator does not know: one `complete` line for each word
/// and each option, guarded by the words before it.
final class FishCompletion {

    private final StringBuilder script = new StringBuilder();

    private FishCompletion() {}

    static String script(CommandLine root) {
        var completion = new FishCompletion();
        completion.script.append("# fish completion for waybill\n");
        completion.add(root.getCommandSpec(), List.of());
        return completion.script.toString();
    }

    private void add(CommandSpec spec, List<String> words) {
        String here = condition(spec, words);
        spec.subcommands().forEach((name, child) -> line(here, "-f -a " + name, summary(child.getCommandSpec())));
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                line(here, names(option), option.description().length == 0 ? "" : option.description()[0]);
            }
        }
        spec.subcommands().forEach((name, child) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            add(child.getCommandSpec(), longer);
        });
    }

    private static String condition(CommandSpec spec, List<String> words) {
        if (words.isEmpty()) {
            return "__fish_use_subcommand";
        }
        StringBuilder condition = new StringBuilder();
        for (String word : words) {
            condition
                    .append(condition.isEmpty() ? "" : "; and ")
                    .append("__fish_seen_subcommand_from ")
                    .append(word);
        }
        if (!spec.subcommands().isEmpty()) {
            condition
                    .append("; and not __fish_seen_subcommand_from ")
                    .append(String.join(" ", spec.subcommands().keySet()));
        }
        return condition.toString();
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(names.isEmpty() ? "" : " ");
            names.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
        }
        return option.arity().max() > 0 ? names + " -r" : names.toString();
    }

    private static String summary(CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        return description.length == 0 ? "" : description[0];
    }

    private void line(String condition, String what, String description) {
        script.append("complete -c waybill -n '").append(condition).append("' ").append(what);
        if (!description.isEmpty()) {
            script.append(" -d '")
                    .append(description.replace("\\", "\\\\").replace("'", "\\'"))
                    .append('\'');
        }
        script.append('\n');
    }
}

package dev.waybill.app;

import dev.waybill.app.cli.Failure;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is wrong with the words of a command line, in one rule for all commands: what is missing and where to find it,
/// or what was not understood and what was probably meant.
final class WrongUsage {

    private static final String ROOT = "waybill ";
    private static final String SERVER = "--server";

    private WrongUsage() {}

    static Failure of(ParameterException e, List<String> words) {
        CommandLine line = e.getCommandLine();
        String help = "See '" + line.getCommandSpec().qualifiedName() + " --help'.";
        return Failure.usage(message(e, line, words), help);
    }

    private static String message(ParameterException e, CommandLine line, List<String> words) {
        if (e instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            // The parser asks for what is missing first; a mistyped option is likelier to be the reason.
            return unknownOption(line, words)
                    .map(word -> unmatched(new UnmatchedArgumentException(line, List.of(word)), line))
                    .orElseGet(() -> missing(line, missing.getMissing().getFirst()));
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, line);
        }
        if (e.getCause() instanceof TypeConversionException wrong && e.getArgSpec() != null) {
            return e.getArgSpec() instanceof OptionSpec option
                    ? option.longestName() + ": " + wrong.getMessage()
                    : String.valueOf(wrong.getMessage());
        }
        return String.valueOf(e.getMessage());
    }

    private static Optional<String> unknownOption(CommandLine line, List<String> words) {
        int end = words.indexOf("--");
        return words.subList(0, end < 0 ? words.size() : end).stream()
                .filter(word -> word.startsWith("--"))
                .filter(word -> !line.getCommandSpec().optionsMap().containsKey(name(word)))
                .findFirst();
    }

    private static String name(String option) {
        int value = option.indexOf('=');
        return value < 0 ? option : option.substring(0, value);
    }

    private static String missing(CommandLine line, ArgSpec argument) {
        String command = line.getCommandSpec().qualifiedName().substring(ROOT.length());
        if (argument instanceof OptionSpec option) {
            return option.required()
                    ? command + " needs " + option.longestName() + " " + option.paramLabel()
                    : option.longestName() + " needs a value: " + option.paramLabel();
        }
        return command + " needs " + argument.userObject();
    }

    private static String unmatched(UnmatchedArgumentException e, CommandLine line) {
        String word = e.getUnmatched().getFirst();
        if (name(word).equals(SERVER) && line.getCommandSpec().findOption("--data") != null) {
            return line.getCommandSpec().qualifiedName().substring(ROOT.length())
                    + " works where the runs are stored and not on a host from afar; leave out " + SERVER
                    + " and run it there";
        }
        List<String> meant = e.getSuggestions();
        return kind(word, line) + " " + word + (meant.isEmpty() ? "" : "; did you mean " + meant.getFirst() + "?");
    }

    private static String kind(String word, CommandLine line) {
        if (word.startsWith("-")) {
            return "unknown option";
        }
        return line.getSubcommands().isEmpty() ? "one word too many:" : "unknown command";
    }
}

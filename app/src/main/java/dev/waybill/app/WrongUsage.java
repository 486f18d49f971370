package dev.waybill.app;

import dev.waybill.app.cli.Failure;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is wrong with the words of a command line, in one rule for all commands: what is missing and where to find it,
/// or what was not understood and what was probably meant.
final class WrongUsage {

    private static final String ROOT = "waybill ";

    private WrongUsage() {}

    static Failure of(ParameterException e) {
        CommandLine line = e.getCommandLine();
        String called = line.getCommandSpec().qualifiedName();
        return Failure.usage(message(e, line, called), "See '" + called + " --help'.");
    }

    private static String message(ParameterException e, CommandLine line, String called) {
        if (e instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing(called.substring(ROOT.length()), missing.getMissing().getFirst());
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, line);
        }
        return String.valueOf(e.getMessage());
    }

    private static String missing(String command, ArgSpec argument) {
        if (argument instanceof OptionSpec option) {
            return option.required()
                    ? command + " needs " + option.longestName() + " " + option.paramLabel()
                    : option.longestName() + " needs a value: " + option.paramLabel();
        }
        return command + " needs " + argument.userObject();
    }

    private static String unmatched(UnmatchedArgumentException e, CommandLine line) {
        String word = e.getUnmatched().getFirst();
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

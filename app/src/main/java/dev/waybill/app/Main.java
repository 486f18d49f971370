package dev.waybill.app;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Version;
import dev.waybill.app.config.ConfigurationFile;
import dev.waybill.base.refusal.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The process: words in, an exit code out. Whatever happens, the user sees clear lines and one of a few
/// codes.
public final class Main {

    private final Environment environment;
    private final List<String> words;
    private final Output output;

    private Main(Environment environment, List<String> words) {
        this.environment = environment;
        this.words = words;
        this.output = new Output(environment, asksForJson(words));
    }

    public static void main(String... args) {
        int code = run(Environment.ofProcess(), args).number();
        // Not exit: everything is written, nobody waits for a hook, and exit first sets up Java's logging.
        Runtime.getRuntime().halt(code);
    }

    /// Runs one command line in the given surroundings.
    public static ExitCode run(Environment environment, String... args) {
        return new Main(environment, helpWord(Arrays.asList(args))).run();
    }

    @SuppressWarnings("CatchingUnchecked") // The last place that can turn anything into words.
    private ExitCode run() {
        try {
            ExitCode code = answer();
            return shown(code);
        } catch (Throwable thrown) {
            return fail(thrown);
        } finally {
            environment.err().flush();
        }
    }

    /// A reader of a long script who has seen enough, such as `head`, is no failure.
    private ExitCode shown(ExitCode code) {
        boolean script = !words.isEmpty() && words.getFirst().equals("completion");
        if (!script || !environment.out().checkError()) {
            output.flush();
        }
        return code;
    }

    private ExitCode answer() throws Exception {
        if (!words.isEmpty()
                && (words.getFirst().equals("--version") || words.getFirst().equals("-V"))) {
            Version version = Version.current();
            output.answer(version.toJson(), out -> out.println(version.toText()));
            return ExitCode.YES;
        }
        CommandLine line = CommandTree.forWords(configured(), words);
        if (words.isEmpty()) {
            // The name alone asks what there is, as with other tools of this kind; that is no mistake.
            line.usage(environment.out());
            return ExitCode.YES;
        }
        try {
            return execute(line.parseArgs(words.toArray(String[]::new)));
        } catch (ParameterException e) {
            throw WrongUsage.of(e, words);
        }
    }

    /// Help is given whatever the configuration file says.
    private Environment configured() {
        boolean asksForHelp = words.isEmpty() || words.contains("--help") || words.contains("-h");
        return asksForHelp ? environment : ConfigurationFile.beneath(environment, words);
    }

    private ExitCode execute(CommandLine.ParseResult parsed) throws Exception {
        CommandLine line = parsed.asCommandLineList().getLast();
        if (line.isUsageHelpRequested()) {
            line.usage(environment.out());
            return ExitCode.YES;
        }
        if (line.getCommandSpec().userObject() instanceof Command command) {
            return command.call();
        }
        throw new IllegalStateException(line.getCommandName() + " is no command");
    }

    private ExitCode fail(Throwable thrown) {
        if (environment.debugging()) {
            thrown.printStackTrace(environment.err());
        }
        Failure failure = Failure.of(thrown);
        if (output.isJson()) {
            output.line(failure.toJson());
        } else {
            environment.err().println(failure.toText());
        }
        environment.out().flush();
        boolean detailed =
                words.contains("--detailed-exit-code") && failure.refusal().kind() == Kind.UNAVAILABLE;
        return detailed ? ExitCode.UNAVAILABLE : failure.exitCode();
    }

    /// `waybill help receipt verify` is `waybill receipt verify --help`.
    private static List<String> helpWord(List<String> words) {
        if (words.isEmpty() || !words.getFirst().equals("help")) {
            return words;
        }
        List<String> asked = new ArrayList<>(words.subList(1, words.size()));
        asked.add("--help");
        return asked;
    }

    /// Read from the words themselves: a command line that cannot be parsed must be answered in JSON, too.
    private static boolean asksForJson(List<String> words) {
        int end = words.indexOf("--");
        List<String> options = end < 0 ? words : words.subList(0, end);
        return options.contains("--json") || options.contains("--lines");
    }
}

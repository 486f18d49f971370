package dev.waybill.app.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A fenced `console` block of a Markdown page: commands after `$ `, and what they print below.
///
/// `…` stands for any text, a line of only `…` for any lines. `# exits 2` at the end of a command says
/// which exit code is right; without it, 0 is.
record ConsoleBlock(List<Command> commands) {

    private static final Pattern FENCE = Pattern.compile("(?ms)^```console\\R(.*?)^```");
    private static final Pattern EXITS = Pattern.compile("(.*?)\\s+# exits? (\\d+)\\s*");

    /// Getting the sources and running the tests cannot run inside a test.
    private static final Pattern NOT_HERE = Pattern.compile("(git|mvn|cd|\\.ci/run|(\\./)?waybill --rebuild)\\b.*");

    record Command(String text, int exitCode, List<String> shown) {

        boolean runsHere() {
            return !NOT_HERE.matcher(text).matches();
        }
    }

    static List<ConsoleBlock> in(String markdown) {
        List<ConsoleBlock> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(markdown);
        while (fence.find()) {
            blocks.add(parse(fence.group(1)));
        }
        return blocks;
    }

    /// Whether a printed line is the one that the page shows.
    static boolean matches(String shown, String line) {
        StringBuilder pattern = new StringBuilder();
        for (String part : shown.strip().split("…", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.matches(pattern.toString(), line.strip());
    }

    private static ConsoleBlock parse(String body) {
        List<Command> commands = new ArrayList<>();
        @Nullable Command open = null;
        for (String line : body.lines().toList()) {
            if (line.startsWith("$ ")) {
                open = command(line.substring(2));
                commands.add(open);
            } else if (open != null && !line.isBlank() && !line.strip().equals("…")) {
                open.shown().add(line);
            }
        }
        return new ConsoleBlock(commands);
    }

    private static Command command(String line) {
        Matcher exits = EXITS.matcher(line);
        return exits.matches()
                ? new Command(exits.group(1), Integer.parseInt(exits.group(2)), new ArrayList<>())
                : new Command(line, 0, new ArrayList<>());
    }
}

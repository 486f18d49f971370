package dev.waybill.app.terminal;

import dev.waybill.view.text.Surface;
import java.io.Console;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// What the place we print to can do.
/// Found out once at start, so that everything below it is a function of plain values.
public record Terminal(boolean interactive, boolean color, boolean unicode, int width) implements Surface {

    /// A file or a pipe: no colour, full characters, nothing cut.
    public static final Terminal PLAIN = new Terminal(false, false, true, UNCUT);

    /// How wide standard output is, if the launcher found it to be a terminal. The shell knows that at once; asking the
    /// system from here would cost every start more than all of its own work.
    public static final String COLUMNS_PROPERTY = "waybill.columns";

    private static final int DEFAULT_WIDTH = 80;
    private static final int LEAST_WIDTH = 40;
    private static final int MOST_WIDTH = 400;

    public Terminal {
        if (width < 1) {
            throw new IllegalArgumentException("a terminal has at least one column, found " + width);
        }
    }

    /// Looks at this process: console, environment and the encoding of standard output.
    public static Terminal detect(ColorMode mode) {
        // Some releases answer null without a terminal, others a console that is none.
        boolean interactive = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return of(interactive, System.getProperty(COLUMNS_PROPERTY, ""), mode, System.getenv(), System.out.charset());
    }

    static Terminal of(
            boolean interactive, String found, ColorMode mode, Map<String, String> environment, Charset charset) {
        return new Terminal(
                interactive,
                color(interactive, mode, environment),
                charset.equals(StandardCharsets.UTF_8),
                width(interactive, found, environment.getOrDefault("COLUMNS", "")));
    }

    private static boolean color(boolean interactive, ColorMode mode, Map<String, String> environment) {
        return switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            // https://no-color.org: present and not empty, whatever its value.
            case AUTO ->
                interactive
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !"dumb".equals(environment.get("TERM"));
        };
    }

    private static int width(boolean interactive, String found, String told) {
        if (found.isEmpty() && !interactive) {
            return UNCUT;
        }
        String columns = found.isEmpty() ? told : found;
        boolean number = columns.length() <= 4 && columns.chars().allMatch(c -> c >= '0' && c <= '9');
        return number && !columns.isEmpty()
                ? Math.clamp(Integer.parseInt(columns), LEAST_WIDTH, MOST_WIDTH)
                : DEFAULT_WIDTH;
    }
}

package dev.waybill.app.command.run;

import dev.waybill.app.terminal.Terminal;
import dev.waybill.journal.Event;
import dev.waybill.view.run.StepLine;
import dev.waybill.view.run.StepLines;
import dev.waybill.view.run.StepMark;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Shows what nodes do while they do it.
///
/// Lines about what is over stay. On a terminal the nodes at work stand below them and are drawn again and again;
/// elsewhere a node that is not over yet gets a line when it starts and one when it ends.
final class StepView {

    private static final List<String> FRAMES = List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏");
    private static final int FRAME_MS = 100;
    private static final int TIME = 9;
    private static final int WIDEST_NAME = 32;
    private static final String UP_AND_CLEAR = "\u001b[1A\u001b[2K";

    private final PrintStream out;
    private final Terminal terminal;
    private final InstantSource clock;
    private final int nameWidth;
    private final StepLines lines = new StepLines();
    private final List<StepLine> begun = new ArrayList<>();
    private int drawn;
    private boolean silent;

    /// @param names the nodes to expect, for the width of their column
    StepView(PrintStream out, Terminal terminal, InstantSource clock, List<String> names) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
        this.nameWidth = Math.min(
                WIDEST_NAME,
                names.stream()
                        .mapToInt(name -> TextWidth.of(SafeText.of(name)))
                        .max()
                        .orElse(8));
    }

    /// One that shows nothing.
    static StepView silent(Terminal terminal, InstantSource clock) {
        StepView view = new StepView(System.out, terminal, clock, List.of());
        view.silent = true;
        return view;
    }

    synchronized void event(int depth, Event event) {
        StepLine line = lines.take(depth, event);
        if (line == null || silent) {
            return;
        }
        if (line.mark() == StepMark.STARTED) {
            // Most nodes end in the same breath; only those that do not are worth two lines.
            begun.add(line);
            return;
        }
        begun.removeIf(start -> start.node().equals(line.node()) && start.depth() == line.depth());
        erase();
        print(line);
    }

    /// An event that was shown before: it only says which nodes are at work.
    synchronized void known(int depth, Event event) {
        lines.take(depth, event);
    }

    /// There is nothing more to read for now.
    synchronized void idle() {
        if (silent) {
            return;
        }
        if (terminal.interactive()) {
            erase();
            draw();
        } else {
            begun.forEach(this::print);
        }
        begun.clear();
        out.flush();
    }

    /// Somebody else writes now.
    synchronized void rest() {
        erase();
        out.flush();
    }

    /// Nothing is shown any more.
    synchronized void end() {
        rest();
        silent = true;
    }

    private void print(StepLine line) {
        out.println(text(
                line.depth(),
                line.mark().sign(terminal),
                line.node(),
                line.took() == null ? "" : Elapsed.text(line.took()),
                words(line)));
    }

    /// The sign says it on a terminal; a log is searched for words.
    private static String words(StepLine line) {
        boolean plain = line.mark() == StepMark.DONE;
        return plain ? line.detail() : (line.what() + " " + line.detail()).strip();
    }

    private String text(int depth, String sign, String node, String time, String detail) {
        String name = TextWidth.padRight(TextWidth.fit(SafeText.of(node), nameWidth), nameWidth);
        String took = " ".repeat(Math.max(0, TIME - time.length())) + time;
        String left = "  ".repeat(depth + 1) + sign + " " + name + " "
                + terminal.ansi().paint(Style.DIM, took);
        int used = 2 * depth + 5 + nameWidth + TIME + 2;
        String rest = SafeText.of(detail);
        return terminal.interactive()
                ? (left + "  " + TextWidth.fit(rest, Math.max(8, terminal.width() - used - 1))).stripTrailing()
                : (left + "  " + rest).stripTrailing();
    }

    private void erase() {
        out.print(UP_AND_CLEAR.repeat(drawn));
        drawn = 0;
    }

    private void draw() {
        long ms = clock.millis();
        String frame = terminal.unicode() ? FRAMES.get((int) (ms / FRAME_MS % FRAMES.size())) : "*";
        for (StepLines.Open step : lines.open()) {
            if (!step.asks()) {
                Duration since = Duration.between(step.since(), clock.instant());
                String sign = terminal.ansi().paint(Style.ACCENT, frame);
                out.println(text(step.depth(), sign, step.node(), Elapsed.text(since), step.detail()));
                drawn++;
            }
        }
    }

    /// What the view is about, above its lines.
    synchronized void title(String title, @Nullable String more) {
        if (!silent) {
            out.println(terminal.ansi().paint(Style.STRONG, SafeText.of(title))
                    + (more == null ? "" : "  " + terminal.ansi().paint(Style.DIM, SafeText.of(more))));
            out.flush();
        }
    }
}

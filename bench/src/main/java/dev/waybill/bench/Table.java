package dev.waybill.bench;

import java.io.PrintStream;
import java.util.Locale;

/// Prints figures as they come, in columns.
final class Table {

    private final PrintStream out;
    private int missed;

    Table(PrintStream out) {
        this.out = out;
    }

    void header() {
        line("", "", "Waybill", "yardstick", "ratio", "target", "");
    }

    void question(Benchmark benchmark) {
        out.println();
        out.println(benchmark.name() + ": " + benchmark.question());
    }

    void figure(Benchmark benchmark, Figure figure) {
        missed += figure.target().isMet(figure.ratio()) ? 0 : 1;
        line(
                benchmark.name(),
                figure.what(),
                figure.subject(),
                figure.yardstick(),
                String.format(Locale.ROOT, "%.3f", figure.ratio()),
                figure.target().text(),
                figure.verdict());
    }

    private void line(Object... cells) {
        out.println(String.format(Locale.ROOT, "%-9s %-60s %14s %14s %7s  %-8s %s", cells)
                .stripTrailing());
        out.flush();
    }

    /// How many figures missed their target.
    int missed() {
        return missed;
    }
}

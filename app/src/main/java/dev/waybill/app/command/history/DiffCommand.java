package dev.waybill.app.command.history;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.EventDiff;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.diff.StateDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.PrintStream;

/// `waybill diff`: where two runs part, and what came of it.
public final class DiffCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions stores = new StoreOptions();
    private final Operand<String> first = Operand.text("A", "One run: its id, or a unique prefix.")
            .required("two run ids; `waybill runs` lists them");
    private final Operand<String> second = Operand.text("B", "The other one.")
            .required("a second run id; `waybill runs` lists them")
            .at(1);

    public DiffCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "Compare two runs: the first event that differs, and the outcome.",
                        first,
                        second,
                        stores,
                        common)
                .footer(
                        "Ids, names and times that each run generated for itself do not count; a replay is compared with",
                        "its source byte for byte. Exit 0 if they are the same, 1 if not.");
    }

    @Override
    public ExitCode call() {
        try (RunStore store = stores.openToRead(environment)) {
            RunId a = RunIds.resolve(store, first.given());
            RunId b = RunIds.resolve(store, second.given());
            RunReader reader = RunReader.of(store, Hosts.OPERATOR);
            RunState one = reader.state(a);
            RunState other = reader.state(b);
            RunDiff diff = RunDiff.of(
                    new EventPages(store, a), new EventPages(store, b), comparison(one.header(), other.header()));
            new Output(environment, common.json()).answer(diff.toJson(one, other), out -> print(out, diff, one, other));
            return ExitCode.of(diff.isSame());
        }
    }

    private static Comparison comparison(RunHeader a, RunHeader b) {
        return isReplayOf(a, b) || isReplayOf(b, a) ? Comparison.REPLAY : Comparison.RUNS;
    }

    private static boolean isReplayOf(RunHeader replay, RunHeader source) {
        return replay.isReplay()
                && replay.origin() instanceof Origin.Fork fork
                && fork.source().equals(source.runId());
    }

    private static void print(PrintStream out, RunDiff diff, RunState a, RunState b) {
        out.println("a  " + a.header().runId() + "  " + Count.of(a.head(), "event"));
        out.println("b  " + b.header().runId() + "  " + Count.of(b.head(), "event"));
        if (diff.isSame()) {
            out.println("all events are the same");
            return;
        }
        EventDiff first = diff.eventDiffs().getFirst();
        out.println("they differ from event " + first.seq() + ":");
        out.println("  a  " + EventText.of(EventText.json(first.a())));
        out.println("  b  " + EventText.of(EventText.json(first.b())));
        int more = diff.eventDiffs().size() - 1;
        if (more > 0) {
            out.println((diff.truncated() ? "more than " : "") + Count.of(more, "more event")
                    + " differ; --json lists them");
        }
        StateDiff state = StateDiff.of(a, b);
        if (!state.isEmpty()) {
            out.println("consequences:");
        }
        state.differences()
                .forEach((name, values) -> out.println("  " + SafeText.of(name) + ": " + EventText.value(values.a())
                        + " / " + EventText.value(values.b())));
    }
}

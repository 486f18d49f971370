package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.diff.EventDiff;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.diff.StateDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;

/// Where two runs part, and what came of it.
public record DiffPage(RunDiff diff, RunState a, RunState b) implements Page {

    @Override
    public JsonObject toJson() {
        return diff.toJson(a, b);
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
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

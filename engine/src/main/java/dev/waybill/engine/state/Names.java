package dev.waybill.engine.state;

import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import java.time.Instant;

/// The names that follow from a run's seed and a place in its log. Taken again, the same decision gives the same
/// names. What receipts show tells its true time, as ULIDs do; events and interrupts have the same names in a replay,
/// whatever the time.
public final class Names {

    private static final String INTERRUPT = "int_";

    private Names() {}

    /// @param diverged whether a replay has left its source's way: from there its events have names of their own
    public static String event(RunHeader header, long sequence, boolean diverged) {
        return "evt_" + header.seed().id(diverged ? "diverged-event" : "event", sequence, 0);
    }

    public static String interrupt(RunHeader header, long sequence, int index) {
        return INTERRUPT + header.seed().id("interrupt", sequence, index);
    }

    /// The receipt step of the execution that a `node.started` or `node.skipped` event begins.
    public static String step(RunHeader header, long sequence, Instant at) {
        return "step_" + header.seed().ulid("step", sequence, 0, at);
    }

    /// The receipt step of one end of a hand-over.
    public static String handOverStep(RunHeader header, Event event) {
        return "step_" + header.seed().ulid("hand-over", event.sequence(), 0, event.timestamp());
    }

    /// One of the steps that bring more parents together than a receipt can name.
    public static String joinStep(RunHeader header, long sequence, int index, Instant at) {
        return "step_" + header.seed().ulid("join", sequence, index, at);
    }

    /// The step of the receipt that opens the run.
    public static String rootStep(RunHeader header) {
        return "step_" + header.seed().ulid("root", 0, 0, header.createdAt());
    }

    /// A child's name, fixed before it is created, so that creating it twice is impossible.
    ///
    /// @param sequence of the start of the node that hands over
    public static RunId child(RunHeader header, long sequence, int index, Instant at) {
        return RunId.of(header.seed().ulid("child", sequence, index, at));
    }

    /// The run of a critic that looks at what a child brought back.
    ///
    /// @param sequence of the child's end
    public static RunId critic(RunHeader header, long sequence, int index, Instant at) {
        return RunId.of(header.seed().ulid("critic", sequence, index, at));
    }

    /// The receipt step of something that was said about work: a verdict, an escalation, an answer.
    public static String saidStep(RunHeader header, Event event) {
        return "step_" + header.seed().ulid("said", event.sequence(), 0, event.timestamp());
    }

    /// The `workflow_id` of a child's receipts, its own for every child.
    public static String childWorkflow(RunHeader header, RunId child) {
        return "wf_" + header.seed().ulid("child-workflow", child.value(), child.createdAt());
    }
}

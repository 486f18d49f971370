package dev.waybill.app.demo;

import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.Optional;

/// Tells a run's events in words, as they happen.
public final class DemoStory {

    private final PrintStream out;
    private final Ansi ansi;

    public DemoStory(PrintStream out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    public void tell(Event event) {
        line(event).ifPresent(text -> out.println("  " + text));
    }

    private Optional<String> line(Event event) {
        return Optional.ofNullable(
                switch (event.fact()) {
                    case RunFact.RunStarted _ -> "the run starts: " + event.runId();
                    case NodeFact.NodeCompleted done -> ansi.paint(Style.GOOD, "✓") + " " + done.nodeId();
                    case NodeFact.NodeRetried retried ->
                        ansi.paint(Style.WARNING, "↻") + " " + retried.nodeId() + ": "
                                + retried.lastError().message() + "; tried again in " + retried.delayMs() + " ms";
                    case HandOverFact.NodeDispatched handOver ->
                        "→ " + handOver.nodeId() + " goes to a child run: " + handOver.childRunId();
                    case InterruptFact.ApprovalRequested asked ->
                        "? " + asked.nodeId() + ": " + asked.title() + " (the demo says yes)";
                    case RunFact.RunCompleted _ -> "the run is completed";
                    default -> null;
                });
    }
}

package dev.waybill.app.demo;

import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.runtime.live.Frame;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Tells a run in words, as it happens. On a terminal the agents that speak stand below, each with its words as they
/// come; elsewhere there is one line for each step that is over.
public final class DemoStory {

    private static final int NAME = 16;
    private static final int BEFORE_WORDS = 22;
    private static final String UP_AND_CLEAR = "\u001b[1A\u001b[2K";

    private final PrintStream out;
    private final Terminal terminal;
    private final Map<String, StringBuilder> speaking = new LinkedHashMap<>();
    private int drawn;

    public DemoStory(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    public synchronized void tell(Event event) {
        erase();
        if (event.fact() instanceof NodeFact.NodeCompleted done) {
            speaking.remove(done.nodeId());
        }
        line(event).ifPresent(text -> out.println("  " + text));
        draw();
    }

    /// A piece of what an agent says.
    public synchronized void hear(Frame frame) {
        if (terminal.interactive() && frame.kind().equals("text")) {
            speaking.computeIfAbsent(frame.nodeId(), _ -> new StringBuilder())
                    .append(frame.content().asString().orElse(""));
            erase();
            draw();
        }
    }

    private Optional<String> line(Event event) {
        return Optional.ofNullable(
                switch (event.fact()) {
                    case RunFact.RunStarted _ -> "the run starts: " + event.runId();
                    case NodeFact.NodeCompleted done -> step(Style.GOOD, "✓", done.nodeId(), result(done.outputs()));
                    case NodeFact.NodeRetried retried ->
                        step(
                                Style.WARNING,
                                "↻",
                                retried.nodeId(),
                                retried.lastError().message() + "; tried again in " + retried.delayMs() + " ms");
                    case HandOverFact.NodeDispatched handOver ->
                        step(Style.ACCENT, "→", handOver.nodeId(), "goes to a child run: " + handOver.childRunId());
                    case InterruptFact.ApprovalRequested asked ->
                        step(Style.WARNING, "?", asked.nodeId(), asked.title() + " (the demo says yes)");
                    case RunFact.RunCompleted _ -> "the run is completed";
                    default -> null;
                });
    }

    private static String result(JsonObject outputs) {
        return Stream.of("result", "url")
                .flatMap(name -> outputs.string(name).stream())
                .findFirst()
                .orElse("");
    }

    private String step(Style style, String sign, String node, String words) {
        return (terminal.ansi().paint(style, sign) + " " + TextWidth.padRight(node, NAME) + "  " + fitted(words))
                .stripTrailing();
    }

    private String fitted(String words) {
        String safe = SafeText.of(words);
        return terminal.interactive() ? TextWidth.fit(safe, Math.max(8, terminal.width() - BEFORE_WORDS - 1)) : safe;
    }

    private void erase() {
        out.print(UP_AND_CLEAR.repeat(drawn));
        drawn = 0;
    }

    private void draw() {
        speaking.forEach((node, words) -> {
            out.println("  " + step(Style.ACCENT, "…", node, words.toString()));
            drawn++;
        });
        out.flush();
    }
}

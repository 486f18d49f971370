package dev.waybill.app.cli;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Kind;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.SafeText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// What a process that goes on says about itself, on standard error: one line a fact, and for our own mistakes
/// everything that helps to find them. Whoever asked is told only that the details are here.
///
/// @param who the command, such as `waybill mcp`
/// @param json whether a line is a JSON object, for those who collect logs
/// @param most what matters less is left out
public record Complaints(Environment environment, String who, boolean json, LogLevel most)
        implements Consumer<Throwable> {

    public Complaints(Environment environment, String who) {
        this(environment, who, false, LogLevel.WARN);
    }

    @Override
    public void accept(Throwable problem) {
        Failure failure = Failure.of(problem);
        boolean internal = failure.refusal().kind() == Kind.INTERNAL;
        JsonObject members = JsonObject.of("code", failure.refusal().code())
                .withIfPresent("stack", internal && json ? stack(problem) : null);
        line(LogLevel.ERROR, failure.explanation(), members);
        if (internal && !json) {
            write(stack(problem));
        }
    }

    private static String stack(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text, true));
        return text.toString().stripTrailing();
    }

    public void line(String sentence) {
        line(LogLevel.WARN, sentence, JsonObject.EMPTY);
    }

    public boolean says(LogLevel level) {
        return level.compareTo(most) <= 0;
    }

    /// @param members what else a program wants to know: `runId`, `traceId`, …; a person reads it in the sentence
    public void line(LogLevel level, String sentence, JsonObject members) {
        if (says(level)) {
            tell(level, sentence, members);
        }
    }

    /// What is said however little is asked for: that the process is ready, and that it ends.
    public void notice(String sentence) {
        tell(LogLevel.INFO, sentence, JsonObject.EMPTY);
    }

    private void tell(LogLevel level, String sentence, JsonObject members) {
        if (!json) {
            write(who + ": " + SafeText.of(sentence));
            return;
        }
        JsonObject.Builder line = JsonObject.builder()
                .put("time", Times.format(environment.clock().instant()))
                .put("level", level.word())
                .put("process", who)
                .put("message", sentence);
        members.members().forEach(line::put);
        write(new String(JsonWriter.compactBytes(line.build()), StandardCharsets.UTF_8));
    }

    /// One write a line: those of several threads do not mix.
    private void write(String text) {
        synchronized (environment.err()) {
            environment.err().println(text);
            environment.err().flush();
        }
    }
}

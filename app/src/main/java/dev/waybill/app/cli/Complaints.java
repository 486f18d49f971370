package dev.waybill.app.cli;

import dev.waybill.base.refusal.Kind;
import dev.waybill.view.text.SafeText;
import java.util.function.Consumer;

/// What a process that goes on says about trouble, on standard error: one line, and for our own mistakes everything
/// that helps to find them. Whoever asked is told only that the details are here.
///
/// @param who the command, such as `waybill mcp`
public record Complaints(Environment environment, String who) implements Consumer<Throwable> {

    @Override
    public void accept(Throwable problem) {
        Failure failure = Failure.of(problem);
        line(failure.explanation());
        if (failure.refusal().kind() == Kind.INTERNAL) {
            problem.printStackTrace(environment.err());
            environment.err().flush();
        }
    }

    public void line(String sentence) {
        environment.err().println(who + ": " + SafeText.of(sentence));
        environment.err().flush();
    }
}

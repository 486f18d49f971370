package dev.waybill.app.command.trigger;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;

/// `waybill triggers pause` and `waybill triggers resume`.
public final class TriggerToldCommand extends ToldCommand {

    private final String word;
    private final String now;

    private final Operand<String> trigger = takes(
            Operand.text("WORKFLOW/TRIGGER", "The trigger.").required("a trigger; `waybill triggers` lists them"));
    private final TriggerOptions options = takes(new TriggerOptions());

    private TriggerToldCommand(Environment environment, String summary, String word, String now) {
        super(
                environment,
                summary,
                "Times that pass while a trigger is paused never fire, whatever its policy for missed times.");
        this.word = word;
        this.now = now;
    }

    public static TriggerToldCommand pause(Environment environment) {
        return new TriggerToldCommand(environment, "Pause a trigger: it starts nothing.", "pause", "paused");
    }

    public static TriggerToldCommand resume(Environment environment) {
        return new TriggerToldCommand(environment, "Let a trigger start runs again.", "resume", "active");
    }

    @Override
    public ExitCode call() {
        JsonObject answer = options.tell(environment, word, trigger.given());
        return answer(answer, out -> out.println(trigger.given() + " is " + now));
    }
}

package dev.waybill.app.command.trigger;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonObject;

/// `waybill triggers pause` and `waybill triggers resume`.
public final class TriggerToldCommand implements Command {

    private final Environment environment;
    private final String word;

    private final CommonOptions common = new CommonOptions();
    private final TriggerOptions options = new TriggerOptions();
    private final Operand<String> trigger =
            Operand.text("WORKFLOW/TRIGGER", "The trigger.").required("a trigger; `waybill triggers` lists them");

    private TriggerToldCommand(Environment environment, String word) {
        this.environment = environment;
        this.word = word;
    }

    public static TriggerToldCommand pause(Environment environment) {
        return new TriggerToldCommand(environment, "pause");
    }

    public static TriggerToldCommand resume(Environment environment) {
        return new TriggerToldCommand(environment, "resume");
    }

    private boolean pauses() {
        return word.equals("pause");
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        pauses() ? "Let a trigger rest: it starts nothing." : "Let a trigger start runs again.",
                        trigger,
                        options,
                        common)
                .footer("What is due while a trigger rests is over, whatever its policy for missed times.");
    }

    @Override
    public ExitCode call() {
        JsonObject answer = options.tell(environment, word, trigger.given());
        new Output(environment, common.json())
                .answer(answer, out -> out.println(trigger.given() + (pauses() ? " is paused" : " is active")));
        return ExitCode.YES;
    }
}

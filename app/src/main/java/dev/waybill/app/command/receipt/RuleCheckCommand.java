package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.command.LineOptions;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Whether a JSON document keeps the rules of the specification.
public final class RuleCheckCommand implements Command {

    private final Environment environment;
    private final String summary;
    private final Consumer<JsonValue> rules;

    private final CommonOptions common = new CommonOptions();

    private final LineOptions input = new LineOptions();

    private RuleCheckCommand(Environment environment, String summary, Consumer<JsonValue> rules) {
        this.environment = environment;
        this.summary = summary;
        this.rules = rules;
    }

    /// `waybill receipt check-context`.
    public static Command context(Environment environment) {
        return new RuleCheckCommand(
                environment, "Check that a workflow context (JSON) follows the rules.", WorkflowContext::parse);
    }

    /// `waybill receipt check-summary`.
    public static Command summary(Environment environment) {
        return new RuleCheckCommand(
                environment, "Check that a workflow summary (JSON) follows the rules.", WorkflowSummary::parse);
    }

    @Override
    public Usage usage() {
        return Usage.of(summary, input, common);
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> json(broken(line)));
        }
        Rejected broken = broken(input.document(environment));
        new Output(environment, common.json()).answer(json(broken), out -> print(out, broken));
        return ExitCode.of(broken == null);
    }

    /// The first broken rule, or null when all hold.
    private @Nullable Rejected broken(byte[] document) {
        try {
            rules.accept(JsonReader.readAnyNumbers(document, JsonLimits.DOCUMENT));
            return null;
        } catch (Rejected e) {
            return e;
        } catch (JsonException e) {
            Code code = CompactJws.codeOf(e);
            return new Rejected(code, "the document is not strict JSON: " + e.getMessage());
        }
    }

    private static JsonObject json(@Nullable Rejected broken) {
        if (broken == null) {
            return JsonObject.builder()
                    .put("valid", true)
                    .put("error_code", JsonNull.NULL)
                    .put("message", JsonNull.NULL)
                    .build();
        }
        return JsonObject.builder()
                .put("valid", false)
                .put("error_code", broken.code().name())
                .put("message", broken.getMessage())
                .put("pointer", broken.pointer())
                .put("next", broken.code().next())
                .build();
    }

    private void print(PrintStream out, @Nullable Rejected broken) {
        Ansi ansi = common.terminal().ansi();
        if (broken == null) {
            out.println(ansi.paint(Style.GOOD, "valid"));
            return;
        }
        out.println(ansi.paint(Style.BAD, "invalid") + "  " + broken.code()
                + (broken.pointer().isEmpty() ? "" : " at " + SafeText.of(broken.pointer())));
        out.println("why      " + SafeText.of(broken.getMessage()));
        out.println("next     " + broken.code().next());
    }
}

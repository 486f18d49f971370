package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
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
import dev.waybill.receipt.workflow.SummaryAdvice;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Whether a JSON document keeps the rules of the specification.
public final class RuleCheckCommand extends ToldCommand {

    private final Function<JsonValue, List<SummaryAdvice>> rules;

    private final LineOptions input = takes(new LineOptions());

    /// @param rules throws at the first broken rule, and gives what should be better where all hold
    private RuleCheckCommand(Environment environment, String summary, Function<JsonValue, List<SummaryAdvice>> rules) {
        super(environment, summary);
        this.rules = rules;
    }

    /// `waybill receipt check-context`.
    public static Command context(Environment environment) {
        return new RuleCheckCommand(environment, "Check that a workflow context (JSON) follows the rules.", json -> {
            WorkflowContext.parse(json);
            return List.of();
        });
    }

    /// `waybill receipt check-summary`.
    public static Command summary(Environment environment) {
        return new RuleCheckCommand(
                environment,
                "Check that a workflow summary (JSON) follows the rules.",
                json -> WorkflowSummary.parse(json).advice());
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> json(judge(line)));
        }
        Judged judged = judge(input.document(environment));
        new Output(environment, common.json()).answer(json(judged), out -> print(out, judged));
        return ExitCode.of(judged.broken() == null);
    }

    /// @param broken the first broken rule; null when all hold
    /// @param remarks the rules that should be kept and are not
    private record Judged(@Nullable Rejected broken, List<SummaryAdvice> remarks) {}

    private Judged judge(byte[] document) {
        try {
            return new Judged(null, rules.apply(JsonReader.readAnyNumbers(document, JsonLimits.DOCUMENT)));
        } catch (Rejected e) {
            return new Judged(e, List.of());
        } catch (JsonException e) {
            Code code = CompactJws.codeOf(e);
            return new Judged(new Rejected(code, "the document is not strict JSON: " + e.getMessage()), List.of());
        }
    }

    private static JsonObject json(Judged judged) {
        Rejected broken = judged.broken();
        if (broken == null) {
            return JsonObject.of("valid", true)
                    .with("error_code", JsonNull.NULL)
                    .with("message", JsonNull.NULL)
                    .with("warnings", SummaryAdvice.toJson(judged.remarks()));
        }
        return JsonObject.of("valid", false)
                .with("error_code", broken.code().name())
                .with("message", broken.getMessage())
                .with("pointer", broken.pointer())
                .with("next", broken.code().next());
    }

    private void print(PrintStream out, Judged judged) {
        Ansi ansi = common.terminal().ansi();
        Rejected broken = judged.broken();
        if (broken == null) {
            out.println(ansi.paint(Style.GOOD, "valid"));
            judged.remarks()
                    .forEach(remark -> out.println(ansi.paint(Style.WARNING, "remark") + "   " + remark.code() + ": "
                            + SafeText.of(remark.message())));
            return;
        }
        out.println(ansi.paint(Style.BAD, "invalid") + "  " + broken.code()
                + (broken.pointer().isEmpty() ? "" : " at " + SafeText.of(broken.pointer())));
        out.println("why      " + SafeText.of(broken.getMessage()));
        out.println("next     " + broken.code().next());
    }
}

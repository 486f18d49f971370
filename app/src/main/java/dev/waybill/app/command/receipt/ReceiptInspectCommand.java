package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.command.LineOptions;
import dev.waybill.app.command.ReceiptText;
import dev.waybill.app.terminal.SafeText;
import dev.waybill.app.terminal.Style;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill receipt inspect`: what does it say? Whether it is true is another question.
@Command(description = "Show what a receipt says, without checking its signature.")
public final class ReceiptInspectCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    LineOptions input = new LineOptions();

    public ReceiptInspectCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> json(Receipt.decode(ReceiptText.of(line))));
        }
        Receipt receipt = Receipt.decode(ReceiptText.of(input.document(environment)));
        new Output(environment, common.json()).answer(json(receipt), out -> print(out, receipt));
        return ExitCode.YES;
    }

    private static JsonObject json(Receipt receipt) {
        return JsonObject.builder()
                .put("wire", receipt.wire().label())
                .put("receipt_ref", receipt.ref().toString())
                .put("kid", receipt.kid())
                .put("signature_checked", false)
                .put("claims", receipt.claims())
                .build();
    }

    private void print(PrintStream out, Receipt receipt) {
        out.println("Wire " + receipt.wire().label() + ", key " + SafeText.of(receipt.kid()) + ", " + receipt.ref());
        for (String line : JsonWriter.pretty(receipt.claims()).split("\n", -1)) {
            out.println(SafeText.of(line));
        }
        out.println(common.terminal()
                .ansi()
                .paint(Style.WARNING, "The signature was not checked; 'waybill receipt verify' does."));
    }
}

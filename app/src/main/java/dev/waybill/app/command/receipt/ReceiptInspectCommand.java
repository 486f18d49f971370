package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.command.LineOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.bundle.ReceiptLine;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;

/// `waybill receipt inspect`: what does it say? Whether it is true is another question.
public final class ReceiptInspectCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();

    private final LineOptions input = new LineOptions();

    public ReceiptInspectCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Show what a receipt says, without checking its signature.", input, common);
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> json(decode(line)));
        }
        Receipt receipt = decode(input.document(environment));
        new Output(environment, common.json()).answer(json(receipt), out -> print(out, receipt));
        return ExitCode.YES;
    }

    private static Receipt decode(byte[] document) {
        return Receipt.decode(Presented.of(ReceiptLine.unwrap(document)).jws());
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

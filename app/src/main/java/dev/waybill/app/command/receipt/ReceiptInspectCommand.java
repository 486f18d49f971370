package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
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
public final class ReceiptInspectCommand extends ToldCommand {

    private final LineOptions input = takes(new LineOptions());

    public ReceiptInspectCommand(Environment environment) {
        super(environment, "Show what a receipt says, without checking its signature.");
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> json(decode(line)));
        }
        Receipt receipt = decode(input.document(environment));
        return answer(json(receipt), out -> print(out, receipt));
    }

    private static Receipt decode(byte[] document) {
        return Receipt.decode(Presented.of(ReceiptLine.unwrap(document)).jws());
    }

    private static JsonObject json(Receipt receipt) {
        return JsonObject.of("wire", receipt.wire().label())
                .with("receipt_ref", receipt.ref().toString())
                .with("kid", receipt.kid())
                .with("signature_checked", false)
                .with("claims", receipt.claims());
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

package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Countersigning;
import dev.waybill.app.host.ReceiptOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.code.Rejected;

/// `waybill receipt witness`: countersigns a summary that somebody shows, under one's own key.
public final class WitnessCommand extends ToldCommand {

    private final Operand<String> summary =
            takes(Operand.text("SUMMARY", "A file with the signed summary; - is standard input (default: -)."));
    private final ReceiptOptions receipts = takes(new ReceiptOptions(false));

    public WitnessCommand(Environment environment) {
        super(
                environment,
                "Countersign another host's summary: \"this existed when I signed\".",
                "The answer is one line for 'waybill verify --anchor'. It does not say that the summary is true.");
    }

    @Override
    public ExitCode call() {
        String file = summary.orElse("-");
        try (Input input = Input.open(file, environment)) {
            Receipt shown = Receipt.decode(input.text().strip());
            Receipt witness = new Countersigning(receipts.issuers(environment), environment.clock()).sign(shown);
            Anchor anchor = new Anchor(shown.compact(), new Anchor.Proof.Witnessed(witness.compact()));
            JsonObject json = JsonObject.of("summary", shown.compact())
                    .with("witness", witness.compact())
                    .with("issuer", witness.issuer());
            return answer(json, out -> out.println(anchor.line()));
        } catch (Rejected | IllegalArgumentException e) {
            throw Failure.unexpected(
                    file, "a summary that signs the order of its receipts", "something else: " + e.getMessage(), null);
        }
    }
}

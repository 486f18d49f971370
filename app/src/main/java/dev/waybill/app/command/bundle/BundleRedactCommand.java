package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.SpooledInput;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.receipt.bundle.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `waybill bundle redact`: a copy that keeps the graph to itself.
public final class BundleRedactCommand extends ToldCommand {

    private final Operand<String> bundle = takes(Operand.text("BUNDLE", "The whole bundle; - is standard input.")
            .required("a bundle; `waybill export` and `waybill bundle create` write them"));
    private final Option<List<String>> receipts = takes(
            Option.texts("--receipt", "REF", "Redact only this one: a sha256: reference or a step id (default: all)."));
    private final Option<Path> out =
            takes(Option.path("--out", "FILE", "The bundle to write.").required());

    public BundleRedactCommand(Environment environment) {
        super(environment, "Write a copy without the parents of redactable receipts; signatures stay valid.");
    }

    @Override
    public ExitCode call() throws IOException {
        Path target = out.orElse(Path.of("redacted.zip"));
        try (SpooledInput input = SpooledInput.open(bundle.orElse("-"), environment)) {
            if (receipts.isGiven()) {
                Redaction.redact(input.path(), receipts.orElse(List.of()), target);
            } else {
                Redaction.redactAll(input.path(), target);
            }
            Written written = Written.read(target);
            answer(written.json(), print -> print.println(written.text()));
        }
        return ExitCode.YES;
    }
}

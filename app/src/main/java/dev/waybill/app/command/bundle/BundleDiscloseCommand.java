package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.SpooledInput;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.receipt.bundle.Disclosure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `waybill bundle disclose`: prove single steps without showing the others.
public final class BundleDiscloseCommand extends ToldCommand {

    private final Operand<String> bundle = takes(Operand.text("BUNDLE", "The whole bundle; - is standard input.")
            .required("a bundle; `waybill export` and `waybill bundle create` write them"));
    private final Option<List<String>> receipts = takes(
            Option.texts("--receipt", "REF", "What to disclose: a sha256: reference or a step id. May be repeated."));
    private final Option<Boolean> summary =
            takes(Option.flag("--summary", "Disclose the summaries alone: how it ended, and none of the steps."));
    private final Option<Path> out =
            takes(Option.path("--out", "FILE", "The bundle to write.").required());

    public BundleDiscloseCommand(Environment environment) {
        super(environment, "Write a bundle with chosen receipts only, each with the proof that it belongs.");
    }

    @Override
    public ExitCode call() throws IOException {
        Path target = out.orElse(Path.of("disclosure.zip"));
        if (receipts.isGiven() == summary.isGiven()) {
            throw Failure.usage(
                    "expected --receipt REF or --summary, found " + (summary.isGiven() ? "both" : "neither"),
                    "'waybill bundle show' lists the receipts of a bundle.");
        }
        try (SpooledInput input = SpooledInput.open(bundle.orElse("-"), environment)) {
            if (summary.isGiven()) {
                Disclosure.discloseSummaries(input.path(), target);
            } else {
                Disclosure.disclose(input.path(), receipts.orElse(List.of()), target);
            }
            Written written = Written.read(target);
            answer(
                    written.json(),
                    print -> print.println(written.text()
                            + (summary.isGiven() ? ": the summaries alone" : "; each step with its proof")));
        }
        return ExitCode.YES;
    }
}

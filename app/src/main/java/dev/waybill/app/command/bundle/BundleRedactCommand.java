package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.receipt.bundle.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill bundle redact`: a copy that keeps the graph to itself.
@Command(description = "Write a copy without the parents of redactable receipts; signatures stay valid.")
public final class BundleRedactCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "BUNDLE", description = "The whole bundle.")
    Path bundle = Path.of("-");

    @Option(
            names = "--receipt",
            paramLabel = "REF",
            description = "Redact only this one: a sha256: reference or a step id (default: all).")
    List<String> receipts = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The bundle to write.")
    Path out = Path.of("redacted.zip");

    public BundleRedactCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        BundleManifest manifest =
                receipts.isEmpty() ? Redaction.redactAll(bundle, out) : Redaction.redact(bundle, receipts, out);
        new Output(environment, common.json())
                .answer(manifest.toJson(), print -> print.println(out + "  " + manifest.receipts() + " receipts"));
        return ExitCode.YES;
    }
}

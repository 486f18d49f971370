package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.receipt.bundle.Disclosure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill bundle disclose`: prove single steps without showing the others.
@Command(description = "Write a bundle with chosen receipts only, each with the proof that it belongs.")
public final class BundleDiscloseCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "BUNDLE", description = "The whole bundle.")
    Path bundle = Path.of("-");

    @Option(
            names = "--receipt",
            paramLabel = "REF",
            required = true,
            description = "What to disclose: a sha256: reference or a step id. May be given several times.")
    List<String> receipts = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The bundle to write.")
    Path out = Path.of("disclosure.zip");

    public BundleDiscloseCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        BundleManifest manifest = Disclosure.disclose(bundle, receipts, out);
        new Output(environment, common.json())
                .answer(
                        manifest.toJson(),
                        print -> print.println(out + "  " + manifest.receipts() + " receipts with their proofs"));
        return ExitCode.YES;
    }
}

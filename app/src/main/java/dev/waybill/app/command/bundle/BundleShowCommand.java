package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.terminal.SafeText;
import dev.waybill.app.terminal.Table;
import dev.waybill.app.terminal.Table.Column;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.bundle.BundleFile;
import dev.waybill.receipt.bundle.BundleReader;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill bundle show`: what is inside; whether it holds is for `verify`.
@Command(description = "Show what a bundle holds, without judging it.")
public final class BundleShowCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "BUNDLE", description = "A Waybill bundle.")
    Path bundle = Path.of("-");

    public BundleShowCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        try (BundleReader reader = BundleReader.open(bundle)) {
            JsonObject answer =
                    reader.manifest().toJson().with("keys", reader.keys().toJson());
            new Output(environment, common.json()).answer(answer, out -> print(out, reader));
        }
        return ExitCode.YES;
    }

    private void print(PrintStream out, BundleReader reader) {
        out.println(reader.manifest().kind().wire() + " bundle, "
                + reader.manifest().receipts() + " receipts, " + reader.proofs().size() + " proofs");
        reader.manifest().workflows().forEach(workflow -> out.println("  workflow  " + SafeText.of(workflow)));
        KeySet keys = reader.keys();
        keys.all().forEach(key -> out.println("  key       " + SafeText.of(key.kid())));
        Table table = new Table(Column.TEXT, Column.NUMBER, Column.IDENTIFIER).head("FILE", "BYTES", "SHA-256");
        for (BundleFile file : reader.manifest().files()) {
            table.row(file.path(), Long.toString(file.size()), file.sha256().hex());
        }
        out.println();
        out.print(table.render(common.terminal()));
    }
}

package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.SpooledInput;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.bundle.BundleFile;
import dev.waybill.receipt.bundle.BundleReader;
import dev.waybill.receipt.bundle.DisputeBundle;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceKind;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Column;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `waybill bundle show`: what is inside; whether it holds is for `verify`.
public final class BundleShowCommand extends ToldCommand {

    private final Operand<String> bundle =
            takes(Operand.text("BUNDLE", "A Waybill bundle or a PEAC dispute bundle; - is standard input.")
                    .required("a bundle; `waybill export` and `waybill bundle create` write them"));

    public BundleShowCommand(Environment environment) {
        super(environment, "Show what a bundle contains, without verifying it.");
    }

    @Override
    public ExitCode call() throws IOException {
        try (SpooledInput input = SpooledInput.open(bundle.orElse("-"), environment)) {
            EvidenceKind kind = kind(input.path());
            return switch (kind) {
                case DISPUTE_BUNDLE -> showDispute(DisputeBundle.read(input.path()));
                case BUNDLE, DISCLOSURE_BUNDLE -> show(input.path());
                case RECEIPT, RECEIPT_LINES, RECEIPT_ARRAY, KEYS, PROOFS, EVENTS ->
                    throw Failure.unexpected(
                            bundle.orElse("-"), "a bundle", kind.label(), "See 'waybill verify --help'.");
            };
        }
    }

    private EvidenceKind kind(Path file) throws IOException {
        EvidenceOptions options =
                EvidenceOptions.at(environment.clock().instant().getEpochSecond());
        try (Evidence evidence = Evidence.open(file, options)) {
            return evidence.kinds().getFirst();
        }
    }

    private ExitCode showDispute(DisputeBundle dispute) {
        JsonObject manifest = dispute.manifestJson();
        return answer(manifest, out -> {
            out.println("PEAC dispute bundle");
            for (String line : JsonWriter.pretty(manifest).split("\n", -1)) {
                out.println(SafeText.of(line));
            }
        });
    }

    private ExitCode show(Path file) throws IOException {
        try (BundleReader reader = BundleReader.open(file)) {
            String counted = Written.counted(reader);
            answer(json(reader, reader.summaries()), out -> print(out, reader, counted));
            return reader.findings().isEmpty() ? ExitCode.YES : ExitCode.TAMPERED;
        }
    }

    private static JsonObject json(BundleReader reader, long summaries) {
        List<JsonValue> findings = new ArrayList<>();
        reader.findings().forEach(finding -> findings.add(finding.toJson()));
        return reader.manifest()
                .toJson()
                .with("summaries", summaries)
                .with("keys", reader.keys().toJson())
                .with("findings", new JsonArray(findings));
    }

    private void print(PrintStream out, BundleReader reader, String counted) {
        out.println("Waybill bundle (" + reader.manifest().kind().wire() + "), "
                + counted + ", "
                + Count.of(reader.proofs().size(), "proof"));
        reader.manifest().workflows().forEach(workflow -> out.println("  workflow  " + SafeText.of(workflow)));
        reader.keys().all().forEach(key -> out.println("  key       " + SafeText.of(key.kid())));
        Table table = new Table(Column.TEXT, Column.NUMBER, Column.IDENTIFIER).head("FILE", "BYTES", "SHA-256");
        for (BundleFile file : reader.manifest().files()) {
            table.row(file.path(), Long.toString(file.size()), file.sha256().hex());
        }
        out.println();
        out.print(table.render(common.terminal()));
        for (Finding finding : reader.findings()) {
            out.println(
                    common.terminal().ansi().paint(Style.BAD, finding.code()) + "  " + SafeText.of(finding.message()));
        }
    }
}

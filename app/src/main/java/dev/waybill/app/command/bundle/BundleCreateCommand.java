package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.EvidenceInput;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.bundle.DisputeBundleWriter;
import dev.waybill.receipt.bundle.DisputeDraft;
import dev.waybill.receipt.bundle.DisputeRefused;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.view.text.Count;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill bundle create`: receipts, summaries and keys in one file.
public final class BundleCreateCommand extends ToldCommand {

    private final Operand<List<String>> paths = takes(
            Operand.texts(
                    "PATH",
                    "Receipts and summaries: files with one per line, directories, bundles; - is standard input (default: -)."));
    private final Option<Path> out =
            takes(Option.path("--out", "FILE", "The bundle to write.").required());
    private final Option<List<String>> jwks =
            takes(Option.texts("--jwks", "[ISSUER=]FILE", "The public keys to include. May be repeated."));
    private final Option<Boolean> peac =
            takes(Option.flag("--peac", "Write a PEAC dispute bundle (Wire 0.2 receipts only)."));
    private final Option<String> createdBy =
            takes(Option.text("--created-by", "URL", "With --peac: who creates the bundle."));
    private final Option<String> key =
            takes(Option.text("--key", "REF", "With --peac: sign the bundle with this private JWK."));

    public BundleCreateCommand(Environment environment) {
        super(environment, "Put receipts, summaries and keys into one file.");
    }

    @Override
    public ExitCode call() throws IOException {
        Instant now = environment.clock().instant();
        Path target = out.orElse(Path.of("bundle.zip"));
        EvidenceOptions options = EvidenceOptions.at(now.getEpochSecond());
        try (Evidence evidence = EvidenceInput.open(environment, paths.orElse(List.of("-")), options)) {
            KeySet keys = evidence.keys().and(new KeyFiles(environment).keySet(jwks.orElse(List.of())));
            Written written = peac.isGiven()
                    ? writePeac(target, evidence.receipts(), keys, now)
                    : write(target, evidence.receipts(), keys);
            answer(written.json(), print -> print.println(written.text()));
        }
        return ExitCode.YES;
    }

    private static Written write(Path target, ReceiptSource receipts, KeySet keys) throws IOException {
        try (BundleWriter writer = BundleWriter.create(target, BundleKind.FULL, keys)) {
            for (byte[] line = receipts.next(); line != null; line = receipts.next()) {
                writer.add(line);
            }
            // What is damaged where it comes from is not passed on as if it were whole.
            for (Finding problem : receipts.problems()) {
                if (problem.severity() == Severity.ERROR) {
                    throw new Failure(ExitCode.TAMPERED, problem.code(), problem.message(), problem.next());
                }
            }
            writer.finish();
        }
        return Written.read(target);
    }

    private Written writePeac(Path target, ReceiptSource receipts, KeySet keys, Instant now) throws IOException {
        if (keys.isEmpty()) {
            throw Failure.usage("a dispute bundle needs the issuers' keys", "Give them with --jwks.");
        }
        String id =
                new UlidFactory(environment.clock(), new SecureRandom()).next().toString();
        DisputeDraft draft = DisputeDraft.of(
                        DisputeDraft.Kind.AUDIT, id, createdBy.orElse("https://waybill.invalid"), now)
                .about(new DisputeDraft.Ref("external", id))
                .signedBy(key.isGiven() ? new KeyFiles(environment).signingKey(key.value()) : null);
        Counted counted = new Counted(receipts);
        try {
            DisputeBundleWriter.write(target, draft, counted, keys);
        } catch (DisputeRefused e) {
            // Nothing was tampered with: these receipts only do not fit into this format.
            throw new Failure(
                    ExitCode.NO,
                    e.code().name(),
                    String.valueOf(e.getMessage()),
                    e.code().next());
        }
        return new Written(
                JsonObject.of("bundle", target.toString())
                        .with("format", "peac-bundle/0.1")
                        .with("receipts", counted.count),
                Written.text(target, Count.of(counted.count, "receipt")));
    }

    private static final class Counted implements ReceiptSource {
        private final ReceiptSource source;
        private long count;

        Counted(ReceiptSource source) {
            this.source = source;
        }

        @Override
        public byte @Nullable [] next() throws IOException {
            byte[] receipt = source.next();
            count += receipt == null ? 0 : 1;
            return receipt;
        }
    }
}

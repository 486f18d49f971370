package dev.waybill.app.command.bundle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Output;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.bundle.DisputeBundleWriter;
import dev.waybill.receipt.bundle.DisputeDraft;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill bundle create`: receipts, summaries and keys in one file.
@Command(description = "Put receipts, summaries and keys into one file.")
public final class BundleCreateCommand implements Callable<ExitCode> {

    private static final long MOST_STANDARD_INPUT = 16L << 30;

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Receipts and summaries: files with one a line, directories, bundles; - is standard input.")
    List<String> paths = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The bundle to write.")
    Path out = Path.of("bundle.zip");

    @Option(
            names = "--jwks",
            paramLabel = "[ISSUER=]FILE",
            description = "The public keys to put in. May be given several times.")
    List<String> jwks = new ArrayList<>();

    @Option(names = "--peac", description = "Write a PEAC dispute bundle (Wire 0.2 receipts only).")
    boolean peac;

    @Option(names = "--created-by", paramLabel = "URL", description = "With --peac: who makes the bundle.")
    String createdBy = "https://waybill.invalid";

    @Option(names = "--key", paramLabel = "REF", description = "With --peac: sign the bundle with this private JWK.")
    @Nullable
    String key;

    public BundleCreateCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        Instant now = environment.clock().instant();
        try (Evidence evidence = open(EvidenceOptions.at(now.getEpochSecond()))) {
            KeySet keys = evidence.keys().and(new KeyFiles(environment).keySet(jwks));
            long receipts = peac ? writePeac(evidence.receipts(), keys, now) : write(evidence.receipts(), keys);
            JsonObject answer = JsonObject.builder()
                    .put("bundle", out.toString())
                    .put("format", peac ? "peac-bundle/0.1" : "waybill-bundle/1")
                    .put("receipts", receipts)
                    .build();
            new Output(environment, common.json())
                    .answer(answer, print -> print.println(out + "  " + receipts + " receipts"));
        }
        return ExitCode.YES;
    }

    private Evidence open(EvidenceOptions options) throws IOException {
        return paths.equals(List.of("-"))
                ? Evidence.spool(environment.in(), MOST_STANDARD_INPUT, options)
                : Evidence.open(paths.stream().map(Path::of).toList(), options);
    }

    private long write(ReceiptSource receipts, KeySet keys) throws IOException {
        try (BundleWriter writer = BundleWriter.create(out, BundleKind.FULL, keys)) {
            for (byte[] line = receipts.next(); line != null; line = receipts.next()) {
                writer.add(line);
            }
            return writer.finish().receipts();
        }
    }

    private long writePeac(ReceiptSource receipts, KeySet keys, Instant now) throws IOException {
        if (keys.isEmpty()) {
            throw Failure.usage("a dispute bundle needs the issuers' keys", "Give them with --jwks.");
        }
        String id =
                new UlidFactory(environment.clock(), new SecureRandom()).next().toString();
        DisputeDraft draft = DisputeDraft.of(DisputeDraft.Kind.AUDIT, id, createdBy, now)
                .about(new DisputeDraft.Ref("external", id))
                .signedBy(key == null ? null : new KeyFiles(environment).signingKey(key));
        Counted counted = new Counted(receipts);
        DisputeBundleWriter.write(out, draft, counted, keys);
        return counted.count;
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

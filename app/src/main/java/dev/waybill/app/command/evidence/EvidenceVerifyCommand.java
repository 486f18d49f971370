package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.assay.EvidenceZip;
import dev.waybill.evidence.read.assay.PackVerdict;
import dev.waybill.evidence.read.assay.ProofPackVerifier;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.store.sqlite.SqliteLibrary;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `waybill evidence verify`: whether files are what their writers wrote, by each writer's own rules.
public final class EvidenceVerifyCommand extends ToldCommand {

    private final Operand<String> path =
            takes(Operand.text("PATH", "A folder, a pack, a log, a git repository or a bundle of one.")
                    .required("a folder, a pack, a log, a git repository or a bundle of one"));
    private final TrustedSigners trust = takes(new TrustedSigners());

    public EvidenceVerifyCommand(Environment environment) {
        super(
                environment,
                "Check hashes, chains and signatures of files, offline.",
                "Exit 0: all is valid. Exit 1: something could not be read, a pack is not valid or declares itself failed,",
                "or --trust is given and nothing is signed, or something is by a key that it does not name.",
                "Exit 2: something differs from what its writer hashed or signed.");
    }

    @Override
    public ExitCode call() throws IOException {
        Path root = Path.of(path.given()).toAbsolutePath().normalize();
        if (!Files.exists(root)) {
            throw Failure.unreadable("there is no file or folder " + path.value(), null);
        }
        Optional<PackVerdict> pack = pack(root);
        Seen seen = new Seen(trust);
        SqliteLibrary.load();
        Scan.read(List.of(root), seen);
        FindingsReport report = seen.report;
        trust.judge(environment, new Place(root.toString(), path.given(), null, 0), report);
        answer(json(pack, seen, report), out -> {
            pack.ifPresent(verdict -> out.println(SafeText.of(verdict.headline())));
            out.println(seen.words());
            trust.unpinned().ifPresent(out::println);
            report.print(out, common.terminal());
        });
        // A pack may hold, and say of a record that it was broken where it came from.
        return seen.levels.containsKey(Integrity.Level.BROKEN) ? ExitCode.TAMPERED : exitCode(pack, report);
    }

    private Optional<PackVerdict> pack(Path root) throws IOException {
        if (ProofPackVerifier.isPack(root)) {
            return Optional.of(
                    ProofPackVerifier.verify(root, environment.clock().instant()));
        }
        return Files.isRegularFile(root) && EvidenceZip.is(root)
                ? Optional.of(EvidenceZip.verify(root))
                : Optional.empty();
    }

    private static ExitCode exitCode(Optional<PackVerdict> pack, FindingsReport report) {
        return pack.map(verdict -> switch (verdict.outcome()) {
                    case PASS -> report.exitCode();
                    case HONEST_FAIL, INVALID ->
                        report.exitCode() == ExitCode.TAMPERED ? ExitCode.TAMPERED : ExitCode.NO;
                    case TAMPERED -> ExitCode.TAMPERED;
                })
                .orElseGet(report::exitCode);
    }

    private JsonObject json(Optional<PackVerdict> pack, Seen seen, FindingsReport report) {
        JsonObject.Builder integrity = JsonObject.builder();
        seen.levels.forEach((level, count) -> integrity.put(level.name().toLowerCase(Locale.ROOT), count));
        return JsonObject.EMPTY
                .withIfPresent("pack", pack.map(PackVerdict::toJson).orElse(null))
                .with("integrity", integrity.build())
                .with("signers", JsonArray.ofStrings(trust.fingerprints()))
                .with("findings", report.toJson())
                .with("finding_counts", report.counts());
    }

    /// Counts what is read, and keeps what is wrong.
    private static final class Seen implements RecordSink {

        private final Map<Integrity.Level, Long> levels = new EnumMap<>(Integrity.Level.class);
        private final FindingsReport report = new FindingsReport();
        private final TrustedSigners trust;

        Seen(TrustedSigners trust) {
            this.trust = trust;
        }

        @Override
        public void signed(String fingerprint, Place place) {
            trust.signed(fingerprint, place);
        }

        @Override
        public void record(FoundRecord found) {
            levels.merge(found.integrity().level(), 1L, Long::sum);
        }

        @Override
        public void finding(Finding finding) {
            report.accept(finding);
        }

        String words() {
            List<String> words = new ArrayList<>();
            levels.forEach((level, count) ->
                    words.add("%,d %s".formatted(count, level.name().toLowerCase(Locale.ROOT))));
            return words.isEmpty() ? "no records" : "records: " + String.join(", ", words);
        }
    }
}

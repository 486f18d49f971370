package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The audit of a bundle in a process of its own, whose small heap is the point.
///
/// The raw rate is measured before and after the audit, so that both see about the same machine.
final class AuditProcess {

    private static final int TURNS = 10;
    private static final int SAMPLE = 1024;

    private AuditProcess() {}

    /// @param args the bundle, the issuer's public key, and the milliseconds of one raw turn
    public static void main(String... args) throws IOException {
        Providers.install();
        Path bundle = Path.of(args[0]);
        JsonObject jwk = JsonReader.readObject(Files.readAllBytes(Path.of(args[1])), JsonLimits.DOCUMENT);
        VerificationKey key = VerificationKey.fromJwk(jwk);
        Duration turn = Duration.ofMillis(Long.parseLong(args[2]));
        List<Receipt> sample = sample(bundle);
        double before = rawRate(sample, key, turn);
        HeapWatch heap = HeapWatch.start();
        long begin = System.nanoTime();
        AuditReport report = audit(bundle, key, sample.getFirst().issuer());
        double seconds = (System.nanoTime() - begin) / 1e9;
        double after = rawRate(sample, key, turn);
        System.out.println(JsonObject.builder()
                .put("verdict", report.verdict().wire())
                .put("receipts", report.counts().total())
                .put("micros", Math.round(seconds * 1e6))
                .put("raw_per_second", Math.round((before + after) / 2))
                .put("most_used", heap.mostUsed())
                .put("most_kept", heap.mostKept())
                .put("headline", report.headline())
                .build());
    }

    private static AuditReport audit(Path bundle, VerificationKey key, String issuer) throws IOException {
        var options = AuditOptions.at(System.currentTimeMillis() / 1000)
                .withRequiredCommitment(true)
                .withParallelism(Runtime.getRuntime().availableProcessors());
        try (Evidence evidence = Evidence.open(bundle, EvidenceOptions.at(options.now()))) {
            return new WorkflowAuditor(
                            KeySet.of(issuer, key), options.withExpectedReceipts(evidence.estimatedReceipts()))
                    .audit(evidence.receipts());
        }
    }

    private static List<Receipt> sample(Path bundle) throws IOException {
        List<Receipt> sample = new ArrayList<>();
        try (Evidence evidence = Evidence.open(bundle, EvidenceOptions.at(0))) {
            ReceiptSource lines = evidence.receipts();
            for (byte[] line = lines.next(); line != null && sample.size() < SAMPLE; line = lines.next()) {
                sample.add(Receipt.decode(line));
            }
        }
        return sample;
    }

    private static double rawRate(List<Receipt> sample, VerificationKey key, Duration turn) {
        List<Signed> signed = sample.stream().map(Signed::of).toList();
        Work.Source raw = Providers.fastestVerify(key.point(), signed);
        try (var crew = new Crew(Runtime.getRuntime().availableProcessors())) {
            List<Work> staff = crew.staff(raw);
            double[] rates = new double[TURNS];
            for (int i = 0; i < TURNS; i++) {
                rates[i] = crew.rate(staff, Clock.WALL, turn);
            }
            return Duel.median(rates);
        }
    }
}

package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.terminal.Progress;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.DisputeReport;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Evidence that was opened and judged.
///
/// @param description what it turned out to be, for people
/// @param dispute PEAC's own report, when it was a dispute bundle
record Audited(
        AuditReport report, String description, @Nullable DisputeReport dispute) {

    /// Below this many receipts a native library takes longer to load than it saves.
    private static final int WORTH_NATIVE_CRYPTO = 100;

    private static final int PROGRESS_STEP = 1_000;

    static Audited run(Environment environment, EvidenceArguments arguments, Terminal terminal) throws IOException {
        return run(environment, arguments, terminal, _ -> {});
    }

    /// Somebody who looks at the receipts on their way to the auditor.
    interface Witness {

        void see(byte[] presented);

        /// What there is to say after the last one; it counts for the verdict.
        default List<Finding> findings() {
            return List.of();
        }
    }

    /// @param witness sees each receipt that is judged
    static Audited run(Environment environment, EvidenceArguments arguments, Terminal terminal, Witness witness)
            throws IOException {
        KeySet trusted = arguments.trusted(environment);
        EvidenceOptions options = new EvidenceOptions(arguments.now(environment), trusted);
        try (Evidence evidence = EvidenceInput.open(environment, arguments.paths(), options)) {
            int expected = evidence.estimatedReceipts();
            if (expected > WORTH_NATIVE_CRYPTO) {
                NativeCrypto.install();
            }
            AuditOptions audit = arguments
                    .options(environment)
                    .withKeysFromBundle(trusted == null)
                    .withParallelism(
                            expected > WORTH_NATIVE_CRYPTO
                                    ? Runtime.getRuntime().availableProcessors()
                                    : 1)
                    .withExpectedReceipts(expected);
            WorkflowAuditor auditor = new WorkflowAuditor(trusted == null ? evidence.keys() : trusted, audit);
            if (evidence.isDisclosure()) {
                auditor.disclosing(evidence.proofs());
            }
            try (Progress progress =
                    new Progress(environment.err(), terminal, environment.clock(), "verifying", expected)) {
                AuditReport report = auditor.audit(counted(evidence.receipts(), progress, witness));
                return new Audited(
                        report, evidence.description(), evidence.disputeReport().orElse(null));
            }
        }
    }

    private static ReceiptSource counted(ReceiptSource source, Progress progress, Witness witness) {
        return new ReceiptSource() {
            private int taken;

            @Override
            public byte @Nullable [] next() throws IOException {
                if (++taken % PROGRESS_STEP == 0) {
                    progress.add(PROGRESS_STEP);
                }
                byte[] next = source.next();
                if (next != null) {
                    witness.see(next);
                }
                return next;
            }

            @Override
            public JudgedElsewhere judgedElsewhere() {
                return source.judgedElsewhere();
            }

            @Override
            public Announced announced() {
                return source.announced();
            }

            @Override
            public List<Finding> problems() {
                return Stream.concat(source.problems().stream(), witness.findings().stream())
                        .toList();
            }
        };
    }

    JsonObject toJson() {
        JsonObject json = report.toJson();
        return dispute == null ? json : json.with("peac_report", dispute.toJson());
    }

    ExitCode exitCode() {
        return exitCode(report.verdict());
    }

    static ExitCode exitCode(Verdict verdict) {
        return switch (verdict) {
            case VERIFIED -> ExitCode.YES;
            case INCOMPLETE -> ExitCode.NO;
            case BROKEN -> ExitCode.TAMPERED;
        };
    }
}

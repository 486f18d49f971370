package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonString;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.bundle.UnreadableEvidence;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.view.report.ReportGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `waybill verify` says, of a run here or of a bundle that somebody brings. Nothing is kept and nothing leaves.
final class ProofRoutes {

    private final RestHost host;

    ProofRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                                "/host/waybill/runs/{runId}/proof",
                                "getRunProof",
                                Scope.RUNS_READ,
                                "The verdict over the receipts of a run and its child runs, by this host's keys.")
                        .gives(200, "Verdict")
                        .refuses(401, 403, 404, 409)
                        .by(this::ofRun),
                Route.post(
                                "/host/waybill/proofs",
                                "verifyProof",
                                Scope.RUNS_READ,
                                "The verdict over a bundle, by the keys inside it. It is not kept.")
                        .takes("Bundle")
                        .gives(200, "Verdict")
                        .refuses(400, 401, 403, 413)
                        .by(this::ofBundle));
    }

    private Answer ofRun(Call call) throws IOException {
        RunId run = call.run();
        if (host.runs().reader(call.caller()).run(run).isEmpty()) {
            throw new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run);
        }
        return inAFile(file -> {
            host.exports()
                    .apply(call.caller())
                    .write(
                            run,
                            file,
                            new ExportOptions(true, false, false, false),
                            host.clock().instant());
            return judged(file, host.keys().get());
        });
    }

    private Answer ofBundle(Call call) throws IOException {
        byte[] bundle = call.content();
        if (bundle.length == 0) {
            throw RestRefusal.invalid("expected a bundle, a receipt or a list of receipts, found an empty body");
        }
        return inAFile(file -> {
            Files.write(file, bundle);
            try {
                return judged(file, null);
            } catch (UnreadableEvidence e) {
                // The file is ours, and no caller's business.
                throw RestRefusal.invalid("expected %s, found %s"
                        .formatted(e.expected(), e.found().replace(file.toString(), "the body")));
            }
        });
    }

    private interface Judgement {
        Answer of(Path file) throws IOException;
    }

    private static Answer inAFile(Judgement judgement) throws IOException {
        Path file = Files.createTempFile("waybill-", ".zip");
        try {
            return judgement.of(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /// @param trusted null to take the keys that came with the evidence, which the verdict says
    private Answer judged(Path file, @Nullable KeySet trusted) throws IOException {
        long now = host.clock().instant().getEpochSecond();
        try (Evidence evidence = Evidence.open(file, new EvidenceOptions(now, trusted))) {
            WorkflowAuditor auditor = new WorkflowAuditor(
                    trusted == null ? evidence.keys() : trusted,
                    AuditOptions.at(now)
                            .withKeysFromBundle(trusted == null)
                            .withExpectedReceipts(evidence.estimatedReceipts()));
            if (evidence.isDisclosure()) {
                auditor.disclosing(evidence.proofs());
            }
            AuditReport report = auditor.audit(evidence.receipts());
            return Answer.ok(report.toJson()
                    .with("evidence", new JsonString(evidence.description()))
                    .with("graph", ReportGraph.json(report)));
        }
    }
}

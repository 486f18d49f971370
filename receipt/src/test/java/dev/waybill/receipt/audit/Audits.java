package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Asks for a judgement, and tells findings in one short line: `CODE severity`.
final class Audits {

    private Audits() {}

    static AuditReport audit(List<String> receipts) {
        return audit(receipts, Keys.known(), options());
    }

    static AuditReport audit(List<String> receipts, KeySet keys) {
        return audit(receipts, keys, options());
    }

    static AuditReport audit(List<String> receipts, KeySet keys, AuditOptions options) {
        return audit(new WorkflowAuditor(keys, options), receipts);
    }

    static AuditReport audit(WorkflowAuditor auditor, List<String> receipts) {
        try {
            return auditor.audit(ReceiptSource.of(receipts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static AuditOptions options() {
        return AuditOptions.at(Keys.NOW);
    }

    static List<String> all(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    static List<String> findings(AuditReport report) {
        return report.findings().stream()
                .map(finding -> finding.code() + " " + finding.severity().wire())
                .toList();
    }

    static List<String> findings(List<String> receipts) {
        return findings(audit(receipts));
    }

    static Finding only(AuditReport report, FindingCode code) {
        List<Finding> found = report.findings().stream()
                .filter(finding -> finding.code().equals(code.name()))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("expected one " + code + ", found " + report.findings());
        }
        return found.getFirst();
    }

    static String json(AuditReport report) {
        return JsonWriter.compact(report.toJson());
    }
}

package dev.waybill.view.draw;

import dev.waybill.base.Digest;
import dev.waybill.view.draw.ReportPage.FindingRow;
import dev.waybill.view.draw.ReportPage.KeyRow;
import dev.waybill.view.draw.ReportPage.ReceiptRow;
import dev.waybill.view.draw.ReportPage.Severity;
import dev.waybill.view.draw.ReportPage.Verdict;
import dev.waybill.view.draw.ReportPage.WorkflowRow;
import java.util.ArrayList;
import java.util.List;

/// A page like the ones that people get.
final class SamplePages {

    private static final String ISSUER = "https://agents.example.com";
    private static final String THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";

    private SamplePages() {}

    static ReportPage verified() {
        return page(Verdict.VERIFIED, "7 of 7 receipts valid", List.of(), true);
    }

    static ReportPage partial() {
        return page(Verdict.PARTIAL, "7 of 7 receipts valid, partial: no summary", List.of(), true);
    }

    static ReportPage incomplete() {
        List<FindingRow> findings = List.of(
                new FindingRow(
                        Severity.ERROR,
                        "E_WORKFLOW_PARENT_NOT_FOUND",
                        ref(5),
                        "The step names the parent step_01HXLOST, but no receipt of it is in the bundle.",
                        "Ask the issuer for the receipt of step_01HXLOST and verify again."),
                new FindingRow(
                        Severity.WARNING,
                        "iat_before_parent",
                        ref(6),
                        "The receipt was issued 4 s before its parent.",
                        "Compare the clocks of the two agents."));
        return page(Verdict.INCOMPLETE, "7 of 8 receipts present, all 7 valid", findings, false);
    }

    private static ReportPage page(Verdict verdict, String headline, List<FindingRow> findings, boolean keyGiven) {
        Graph graph = Samples.twoLinkedWorkflows();
        List<ReceiptRow> receipts = new ArrayList<>();
        for (Graph.Node node : graph.nodes()) {
            receipts.add(new ReceiptRow(
                    "step_01HX4Q0M7" + receipts.size(),
                    node.detail(),
                    ISSUER,
                    "2026-01",
                    node.time(),
                    ref(receipts.size()),
                    node.mark()));
        }
        return new ReportPage(
                "desk-purchase.waybill",
                verdict,
                headline,
                keyGiven
                        ? List.of()
                        : List.of("The key came out of the bundle itself: consistent, but not yet identified."),
                receipts.size(),
                workflows(),
                List.of(ISSUER),
                List.of(new KeyRow("2026-01", ISSUER, THUMBPRINT, keyGiven)),
                graph,
                findings.size(),
                findings,
                receipts,
                "Checked offline by waybill 0.1.0. This page loads nothing from the network.");
    }

    private static List<WorkflowRow> workflows() {
        long start = Samples.START;
        return List.of(
                new WorkflowRow("wf_01HX4Q0M7ZJ8Y2K5T9", "Buy a desk", 3, "completed", start, start + 40, ref(90)),
                new WorkflowRow(
                        "wf_01HX4Q0M7ZJ8Y2K5TA", "Compare prices", 4, "no summary", start + 2, start + 30, null));
    }

    private static String ref(int number) {
        return Digest.of(new byte[] {(byte) number}).toString();
    }
}

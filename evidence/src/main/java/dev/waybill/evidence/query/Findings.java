package dev.waybill.evidence.query;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Collects findings: all are counted, and of each code the first are kept.
final class Findings {

    private static final int KEPT = 1000;

    private final Map<FindingCode, Long> counts = new EnumMap<>(FindingCode.class);
    private final List<Finding> kept = new ArrayList<>();
    private final List<Integer> rows = new ArrayList<>();

    void add(FindingCode code, IndexedRecord about, String message) {
        if (counts.merge(code, 1L, Long::sum) <= KEPT) {
            kept.add(new Finding(code, about.record().place(), message));
            rows.add(about.row());
        }
    }

    List<Finding> kept() {
        return kept;
    }

    /// Shows in a drawing which records the findings are about.
    void mark(EvidenceGraph.Builder graph) {
        for (int i = 0; i < kept.size(); i++) {
            Severity severity = kept.get(i).code().severity();
            if (severity != Severity.INFO) {
                graph.mark(
                        rows.get(i),
                        severity == Severity.WARNING ? EvidenceGraph.State.WARNING : EvidenceGraph.State.ERROR);
            }
        }
    }

    Map<FindingCode, Long> counts() {
        return counts;
    }

    boolean has(Severity atLeast) {
        return counts.keySet().stream().anyMatch(code -> code.severity().compareTo(atLeast) >= 0);
    }

    /// What a reader of an answer must know: one gap for each code that is more than information.
    List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        counts.forEach((code, count) -> {
            if (code.severity().compareTo(Severity.WARNING) >= 0) {
                String first = kept.stream()
                        .filter(finding -> finding.code() == code)
                        .map(Finding::message)
                        .findFirst()
                        .orElse("");
                String more = count > 1 ? " (and " + (count - 1) + " more)" : "";
                gaps.add(new Gap(GapCode.REFERENCE_FAULT, code + ": " + first + more));
            }
        });
        return gaps;
    }
}

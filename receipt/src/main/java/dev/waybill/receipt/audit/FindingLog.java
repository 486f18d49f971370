package dev.waybill.receipt.audit;

import dev.waybill.receipt.code.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects findings. A set may be wrong a million times over, so each code is listed up to a limit and
/// counted beyond it.
final class FindingLog {

    private static final int LISTED_PER_CODE = 100;

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Long> countByCode = new LinkedHashMap<>();
    private final Map<Severity, Long> countBySeverity = new EnumMap<>(Severity.class);

    void add(FindingCode code, @Nullable String receipt, @Nullable String workflow, String message) {
        add(code, code.severity(), receipt, workflow, message);
    }

    /// For the few codes whose weight depends on the circumstances.
    void add(FindingCode code, Severity severity, @Nullable String receipt, @Nullable String workflow, String message) {
        add(new Finding(code.name(), severity, receipt, workflow, message, code.next()));
    }

    /// A single receipt that does not hold. Without its key it is not known to be false, only unproven.
    void addInvalid(Code code, String receipt, String message) {
        Severity severity = code == Code.E_KEY_NOT_FOUND ? Severity.GAP : Severity.ERROR;
        add(new Finding(code.name(), severity, receipt, null, message, code.next()));
    }

    void add(Finding finding) {
        countBySeverity.merge(finding.severity(), 1L, Long::sum);
        if (countByCode.merge(finding.code(), 1L, Long::sum) <= LISTED_PER_CODE) {
            findings.add(finding);
        }
    }

    /// The listed findings, heaviest first, otherwise as they were found.
    List<Finding> listed() {
        return findings.stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }

    /// How many findings there are of each code, listed or not.
    Map<String, Long> countByCode() {
        return countByCode;
    }

    Verdict verdict() {
        if (countBySeverity.containsKey(Severity.ERROR)) {
            return Verdict.BROKEN;
        }
        return countBySeverity.containsKey(Severity.GAP) ? Verdict.INCOMPLETE : Verdict.VERIFIED;
    }
}

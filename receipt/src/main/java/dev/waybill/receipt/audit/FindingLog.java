package dev.waybill.receipt.audit;

import dev.waybill.receipt.code.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Collects findings. A set may be wrong a million times over, so each code is listed up to a limit and
/// counted beyond it.
///
/// Which ones are listed, and in which order, does not depend on the order of the input.
final class FindingLog {

    private static final int LISTED_PER_CODE = 100;

    private static final Map<String, Integer> RANKS = new HashMap<>();

    static {
        for (FindingCode code : FindingCode.values()) {
            RANKS.put(code.name(), RANKS.size());
        }
    }

    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::severity)
            .thenComparingInt(finding -> rank(finding.code()))
            .thenComparing(Finding::code)
            .thenComparing(Finding::workflow, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Finding::receipt, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Finding::message);

    /// By severity first: an error must be listed even when its code has a thousand gaps.
    private final Map<Severity, Map<String, PriorityQueue<Finding>>> smallest = new EnumMap<>(Severity.class);

    private final Map<String, Long> countByCode = new TreeMap<>();
    private final Map<Severity, Long> countBySeverity = new EnumMap<>(Severity.class);

    /// Codes of single receipts and of containers come before those of the set.
    private static int rank(String code) {
        return RANKS.getOrDefault(code, -1);
    }

    void add(FindingCode code, @Nullable String receipt, @Nullable String workflow, String message) {
        add(code, code.severity(), receipt, workflow, message);
    }

    /// For the few codes whose weight depends on the circumstances.
    void add(FindingCode code, Severity severity, @Nullable String receipt, @Nullable String workflow, String message) {
        add(new Finding(code.name(), severity, receipt, workflow, message, code.next()));
    }

    /// A single receipt that does not hold.
    void addInvalid(Code code, String receipt, String message) {
        add(new Finding(code.name(), severity(code), receipt, null, message, code.next()));
    }

    /// Without its key a receipt is not known to be false, only unproven; and a clock that ran ahead changed nothing.
    static Severity severity(Code code) {
        return switch (code) {
            case E_KEY_NOT_FOUND, E_NOT_YET_VALID, E_OCCURRED_AT_FUTURE -> Severity.GAP;
            default -> Severity.ERROR;
        };
    }

    void add(Finding finding) {
        countBySeverity.merge(finding.severity(), 1L, Long::sum);
        countByCode.merge(finding.code(), 1L, Long::sum);
        PriorityQueue<Finding> listed = smallest.computeIfAbsent(finding.severity(), _ -> new TreeMap<>())
                .computeIfAbsent(finding.code(), _ -> new PriorityQueue<>(ORDER.reversed()));
        listed.add(finding);
        if (listed.size() > LISTED_PER_CODE) {
            listed.remove();
        }
    }

    /// The listed findings, heaviest first, then by code, workflow and receipt.
    List<Finding> listed() {
        List<Finding> findings = new ArrayList<>();
        smallest.values().stream().map(Map::values).flatMap(Collection::stream).forEach(findings::addAll);
        findings.sort(ORDER);
        return List.copyOf(findings);
    }

    /// How many findings there are of each code, listed or not.
    Map<String, Long> countByCode() {
        return countByCode;
    }

    /// How many findings there are that a reader must look at: all but the remarks.
    long serious() {
        return countBySeverity.entrySet().stream()
                .filter(entry -> entry.getKey() != Severity.INFO)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    Verdict verdict() {
        if (countBySeverity.containsKey(Severity.ERROR)) {
            return Verdict.BROKEN;
        }
        return countBySeverity.containsKey(Severity.GAP) ? Verdict.INCOMPLETE : Verdict.VERIFIED;
    }
}

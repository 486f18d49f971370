package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Where clocks were set back, as receipts say: the reason why a later receipt is dated before an earlier one.
///
/// A host whose clock is wrong by much and gets corrected cannot date on: it signs for the step instead, in a receipt
/// of the workflow, and a jump within that step is no contradiction.
final class ClockSteps {

    private static final String KIND = "clock-step";

    /// For each workflow, stretches of time that were passed twice: their ends by their beginnings, apart from each
    /// other.
    private final Map<String, NavigableMap<Long, Long>> repeated = new HashMap<>();

    /// @param step what a receipt of the workflow says under `dev.waybill/step`
    void take(JsonObject step, String workflow) {
        if (!step.string("kind").orElse("").equals(KIND)) {
            return;
        }
        Optional<Long> from = step.string("clock_from").flatMap(ClockSteps::seconds);
        Optional<Long> to = step.string("clock_to").flatMap(ClockSteps::seconds);
        if (from.isPresent() && to.isPresent() && to.get() < from.get()) {
            add(repeated.computeIfAbsent(workflow, _ -> new TreeMap<>()), to.get(), from.get());
        }
    }

    private static Optional<Long> seconds(String time) {
        try {
            return Optional.of(Instant.parse(time).getEpochSecond());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static void add(NavigableMap<Long, Long> stretches, long begin, long end) {
        long from = begin;
        long to = end;
        for (var met = stretches.floorEntry(to);
                met != null && met.getValue() >= from;
                met = stretches.floorEntry(to)) {
            from = Math.min(from, met.getKey());
            to = Math.max(to, met.getValue());
            stretches.remove(met.getKey());
        }
        stretches.put(from, to);
    }

    /// Whether a workflow's clock went back over a stretch that holds both times.
    boolean explain(String workflow, long early, long late) {
        NavigableMap<Long, Long> stretches = repeated.get(workflow);
        var stretch = stretches == null ? null : stretches.floorEntry(late);
        return stretch != null && early <= stretch.getValue();
    }
}

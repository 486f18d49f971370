package dev.waybill.runtime;

import dev.waybill.base.Recent;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Breaches;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Families;
import java.util.Map;

/// Keeps families of runs within their bounds.
///
/// A header says how deep its run stands and which run came first; how many came of that one, the store counts. It is
/// asked again after an eighth of what was left has been used up: far from the bound that is rare, and near it exact,
/// even with several processes at work.
final class Kinship {

    private static final String OPTION = "family";
    private static final String FIRST = "first";
    private static final String DEPTH = "depth";
    private static final int REMEMBERED = 1_000;

    private final Families store;
    private final FamilyLimits limits;
    /// How many more runs a family may get before it is counted again.
    private final Map<RunId, Long> left = new Recent<>(REMEMBERED);

    Kinship(Families store, FamilyLimits limits) {
        this.store = store;
        this.limits = limits;
    }

    /// The options of a child's header, for a child that may come into being.
    ///
    /// @throws Refused when its family would pass a bound
    JsonObject child(RunHeader parent, String workflow, JsonObject options) {
        int depth = depth(parent) + 1;
        if (depth > limits.depth()) {
            throw Breaches.refused(
                    Breaches.DEPTH,
                    limits.depth(),
                    depth,
                    "%s would run %d hand-overs below the first run; at most %d may stand one below the other"
                            .formatted(workflow, depth, limits.depth()));
        }
        RunId first = first(parent);
        take(first, workflow);
        return options.with(OPTION, json(first, depth));
    }

    /// A fork begins a family of its own, as deep as its source stands.
    static JsonObject fork(RunHeader source, RunId fork, JsonObject options) {
        return depth(source) == 0 ? options.without(OPTION) : options.with(OPTION, json(fork, depth(source)));
    }

    /// A run that somebody started begins a family, of which nobody has to be counted yet.
    synchronized void begins(RunId first) {
        left.put(first, some(1));
    }

    /// An eighth of what is left, so that a family is counted seldom and never grows far beyond its bound.
    private long some(long known) {
        return Math.max(1, (limits.size() - known) / 8);
    }

    private synchronized void take(RunId first, String workflow) {
        long more = left.getOrDefault(first, 0L);
        if (more == 0) {
            long known = store.familySize(first, limits.size());
            if (known >= limits.size()) {
                throw Breaches.refused(
                        Breaches.FAMILY,
                        limits.size(),
                        known + 1,
                        "%s would be one run too many: %s has led to %d runs, and at most %d are allowed"
                                .formatted(workflow, first, known, limits.size()));
            }
            more = some(known);
        }
        left.put(first, more - 1);
    }

    private static JsonObject json(RunId first, int depth) {
        return JsonObject.of(FIRST, first.value()).with(DEPTH, depth);
    }

    private static int depth(RunHeader header) {
        return header.options().object(OPTION).map(family -> family.get(DEPTH)).orElse(null)
                        instanceof JsonNumber number
                ? (int) number.asInteger().orElse(0)
                : 0;
    }

    private static RunId first(RunHeader header) {
        return header.options()
                .object(OPTION)
                .flatMap(family -> family.string(FIRST))
                .map(RunId::new)
                .orElse(header.runId());
    }
}

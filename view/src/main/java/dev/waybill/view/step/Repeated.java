package dev.waybill.view.step;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunReads;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a branch from an event of a run would do again, if everything went as it did: the steps that began there or
/// later, those that were under way there, and all of their child runs. What it cost is what was recorded.
public final class Repeated {

    /// Beyond this many child runs the answer is "and more".
    static final int MOST_RUNS = 1_000;

    private final RunReads log;
    private final Tally total = new Tally();
    private final Set<String> nodes = new LinkedHashSet<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private boolean truncated;

    private Repeated(RunReads log) {
        this.log = log;
    }

    /// @param from the first event that would be the branch's own
    public static JsonObject of(RunReads log, RunId run, long from) {
        Repeated repeated = new Repeated(log);
        repeated.read(run, from, true);
        while (!repeated.total.children.isEmpty() && !repeated.truncated) {
            repeated.readChildren();
        }
        return repeated.toJson(run, from);
    }

    private void readChildren() {
        Set<String> children = new LinkedHashSet<>(total.children);
        total.children.clear();
        for (String child : children) {
            if (!seen.add(child)) {
                continue;
            }
            if (seen.size() > MOST_RUNS) {
                truncated = true;
                return;
            }
            read(new RunId(child), 0, false);
        }
    }

    private void read(RunId run, long from, boolean own) {
        Map<String, Tally> open = new LinkedHashMap<>();
        EventPages events = new EventPages(log, run);
        boolean begun = false;
        while (events.hasNext()) {
            Event event = events.next();
            if (!begun && event.sequence() >= from) {
                begun = true;
                open.forEach((node, tally) -> {
                    total.add(tally);
                    note(node, own);
                });
            }
            if (begun) {
                total.take(event);
                if (event.fact() instanceof NodeFact.NodeStarted start) {
                    note(start.nodeId(), own);
                }
            } else {
                before(event, open);
            }
        }
        if (!begun) {
            open.values().forEach(total::add);
            open.keySet().forEach(node -> note(node, own));
        }
    }

    private void note(String node, boolean own) {
        if (own) {
            nodes.add(node);
        }
    }

    /// Only what has not ended there is done again.
    private static void before(Event event, Map<String, Tally> open) {
        String node = event.nodeId();
        if (node == null) {
            return;
        }
        switch (event.fact()) {
            case NodeFact.NodeStarted start when start.attempt() == 1 -> open.put(node, new Tally());
            case NodeFact.NodeCompleted _, NodeFact.NodeFailed _, NodeFact.NodeCancelled _, NodeFact.NodeSkipped _ ->
                open.remove(node);
            default -> {
                // On its way.
            }
        }
        Tally tally = open.get(node);
        if (tally != null) {
            tally.take(event);
        }
    }

    private JsonObject toJson(RunId run, long from) {
        JsonObject json = JsonObject.of("runId", run.value())
                .with("fromSeq", from)
                .with("steps", total.steps)
                .with("nodes", JsonArray.ofStrings(nodes.stream().toList()))
                .with("childRuns", Math.min(seen.size(), MOST_RUNS))
                .with("modelCalls", total.modelCalls)
                .with("inputTokens", total.inputTokens)
                .with("outputTokens", total.outputTokens)
                .withIfPresent("costEstimateUsd", cost())
                .with("toolCalls", total.toolCalls)
                .with("questions", total.questions);
        return truncated ? json.with("truncated", true) : json;
    }

    /// None, where nobody knows a price.
    private @Nullable JsonNumber cost() {
        return total.cost == null ? null : new JsonNumber(total.cost.toPlainString());
    }

    /// What was done, counted.
    private static final class Tally {
        private final Set<String> children = new LinkedHashSet<>();
        private long steps;
        private long modelCalls;
        private long inputTokens;
        private long outputTokens;
        private long toolCalls;
        private long questions;
        private @Nullable BigDecimal cost;

        void take(Event event) {
            switch (event.fact()) {
                case NodeFact.NodeStarted start when start.attempt() == 1 -> steps++;
                case AgentFact.ProviderUsage usage -> {
                    modelCalls++;
                    inputTokens += usage.inputTokens();
                    outputTokens += usage.outputTokens();
                    JsonNumber estimate = usage.costEstimateUsd();
                    cost = estimate == null ? cost : sum(cost, new BigDecimal(estimate.lexeme()));
                }
                case AgentFact.AgentToolCalled _ -> toolCalls++;
                case InterruptFact.InterruptRequested _ -> questions++;
                case HandOverFact.NodeDispatched handed -> children.add(handed.childRunId());
                case HandOverFact.HandOver handed when handed.childRunId() != null -> children.add(handed.childRunId());
                default -> {
                    // Costs nothing.
                }
            }
        }

        void add(Tally other) {
            children.addAll(other.children);
            steps += other.steps;
            modelCalls += other.modelCalls;
            inputTokens += other.inputTokens;
            outputTokens += other.outputTokens;
            toolCalls += other.toolCalls;
            questions += other.questions;
            cost = other.cost == null ? cost : sum(cost, other.cost);
        }

        private static BigDecimal sum(@Nullable BigDecimal one, BigDecimal other) {
            return one == null ? other : one.add(other);
        }
    }
}

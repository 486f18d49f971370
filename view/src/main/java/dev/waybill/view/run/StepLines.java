package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.view.text.Elapsed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns the events of a run and its children into lines about nodes, and knows which nodes are at work.
public final class StepLines {

    /// A node at work.
    public record Open(int depth, String node, int ordinal, int attempt, Instant since, boolean asks) {
        public String detail() {
            return StepLines.detail(ordinal, attempt);
        }
    }

    private static final int LONGEST_ACTION = 20;

    private final Map<String, Open> open = new LinkedHashMap<>();
    private final Map<String, String> decisions = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    /// Nodes at work, oldest first.
    public List<Open> open() {
        return List.copyOf(new ArrayList<>(open.values()));
    }

    /// What an event has to say about nodes; null when that is nothing.
    @Nullable
    public StepLine take(int depth, Event event) {
        return switch (event.fact()) {
            case NodeFact fact -> node(depth, event, fact);
            case OrchestratorFact.Decided fact -> {
                // Its turn ends with it, in the same breath: one line is enough.
                decisions.put(key(event, fact.nodeId()), decision(fact.decision()));
                yield null;
            }
            case HandOverFact.ConfidenceEscalated fact ->
                line(
                        depth,
                        StepMark.NOTE,
                        fact.nodeId(),
                        "is not sure",
                        null,
                        "confidence %s, below %s".formatted(fact.confidence(), fact.floor()));
            case HandOverFact.HandOver fact
            when fact.phase() == HandOverPhase.DISPATCH_FAILED ->
                line(
                        depth,
                        StepMark.FAILED,
                        fact.nodeId(),
                        "cannot hand over",
                        null,
                        "to " + fact.workerId() + (fact.error() == null ? "" : ": " + text(fact.error())));
            case HandOverFact.NodeDispatched fact ->
                line(depth, StepMark.HANDED_OVER, fact.nodeId(), "hands over", null, "to " + fact.childWorkflowId());
            case InterruptFact.ApprovalReceived fact -> {
                told.add(fact.interruptId());
                yield answered(depth, fact.nodeId(), said(fact.action(), fact.decidedBy()));
            }
            case InterruptFact.ClarificationResolved fact -> {
                told.add(fact.interruptId());
                yield answered(depth, fact.nodeId(), said("", fact.answeredBy()));
            }
            // Approvals and clarifications have told it already; what an activity asked has this event alone.
            case InterruptFact.InterruptResolved fact
            when told.add(fact.interruptId()) ->
                answered(depth, fact.nodeId(), said(action(fact.resumeValue()), fact.resolvedBy()));
            case DataFact.CapBreached fact ->
                line(
                        depth,
                        StepMark.FAILED,
                        fact.nodeId() == null ? "" : fact.nodeId(),
                        "limit reached",
                        null,
                        fact.kind() + ": at most " + fact.limit());
            case RunFact.RunPaused _ -> line(depth, StepMark.NOTE, "", "paused", null, "");
            case RunFact.RunResumed _ -> line(depth, StepMark.NOTE, "", "resumed", null, "");
            case RunFact.RunCancelling _ -> line(depth, StepMark.NOTE, "", "is being cancelled", null, "");
            default -> null;
        };
    }

    private static String key(Event event, String nodeId) {
        return event.runId() + " " + nodeId;
    }

    private @Nullable StepLine node(int depth, Event event, NodeFact fact) {
        String key = key(event, fact.nodeId());
        return switch (fact) {
            case NodeFact.NodeStarted it -> {
                Open started = new Open(depth, it.nodeId(), it.ordinal(), it.attempt(), event.timestamp(), false);
                open.put(key, started);
                yield line(depth, StepMark.STARTED, it.nodeId(), "started", null, started.detail());
            }
            case NodeFact.NodeProgressed it -> line(depth, StepMark.NOTE, it.nodeId(), "reports", null, it.message());
            case NodeFact.NodeCompleted _ -> {
                String decided = decisions.remove(key);
                yield ended(
                        event,
                        key,
                        depth,
                        fact,
                        StepMark.DONE,
                        "completed",
                        decided == null ? "" : "decides " + decided);
            }
            case NodeFact.NodeFailed it -> ended(event, key, depth, fact, StepMark.FAILED, "failed", text(it.error()));
            case NodeFact.NodeRetried it ->
                ended(
                        event,
                        key,
                        depth,
                        fact,
                        StepMark.RETRIED,
                        "tries again",
                        "in " + Elapsed.text(Duration.ofMillis(it.delayMs())) + " after " + text(it.lastError()));
            case NodeFact.NodeSkipped it -> ended(event, key, depth, fact, StepMark.SKIPPED, "skipped", it.reason());
            case NodeFact.NodeCancelled it ->
                ended(event, key, depth, fact, StepMark.CANCELLED, "cancelled", it.reason());
            case NodeFact.NodeSuspended it -> {
                open.computeIfPresent(
                        key, (_, was) -> new Open(depth, was.node(), was.ordinal(), was.attempt(), was.since(), true));
                yield line(depth, StepMark.ASKS, it.nodeId(), "waits", null, "for " + waitsFor(it.kind()));
            }
            case NodeFact.NodeResumed _ -> {
                open.computeIfPresent(
                        key, (_, was) -> new Open(depth, was.node(), was.ordinal(), was.attempt(), was.since(), false));
                yield null;
            }
        };
    }

    private StepLine ended(Event event, String key, int depth, NodeFact fact, StepMark mark, String what, String why) {
        Open was = open.remove(key);
        Duration took = was == null ? null : Duration.between(was.since(), event.timestamp());
        String which = was == null ? "" : was.detail();
        return line(
                depth,
                mark,
                fact.nodeId(),
                what,
                took,
                which.isEmpty() || why.isEmpty() ? which + why : which + ", " + why);
    }

    private static StepLine answered(int depth, String node, String how) {
        return line(depth, StepMark.ANSWERED, node, "answered", null, how);
    }

    /// The word of an answer that is one: `accept`, alone or among other members.
    private static String action(JsonValue answer) {
        JsonValue word = answer instanceof JsonObject object ? object.get("action") : answer;
        return word instanceof JsonString text && text.value().length() <= LONGEST_ACTION ? text.value() : "";
    }

    private static StepLine line(
            int depth, StepMark mark, String node, String what, @Nullable Duration took, String detail) {
        return new StepLine(depth, mark, node, what, took, detail);
    }

    /// Which execution and attempt, where it is not the first.
    private static String detail(int ordinal, int attempt) {
        String round = ordinal > 1 ? "round " + ordinal : "";
        String again = attempt > 1 ? "attempt " + attempt : "";
        return round.isEmpty() || again.isEmpty() ? round + again : round + ", " + again;
    }

    private static String said(String what, @Nullable String by) {
        String words = what.isEmpty() ? "" : what + " ";
        return by == null ? words.strip() : words + "by " + by;
    }

    /// A supervisor's decision in a few words.
    private static String decision(JsonObject decision) {
        OrchestratorDecision decided = new OrchestratorDecision(decision);
        String about = decided.workers().isEmpty() ? decided.reason().orElse("") : String.join(", ", decided.workers());
        String kind = decision.string("kind").orElse("");
        String words = about.isEmpty() ? kind : kind + ": " + about;
        return decided.givesUp() ? words + " (the goal is not reached)" : words;
    }

    public static String waitsFor(String kind) {
        return switch (kind) {
            case "approval" -> "an approval";
            case "clarification" -> "an answer";
            case "external-event" -> "an event from outside";
            default -> "an answer";
        };
    }

    private static String text(RunError error) {
        return error.code() + ": " + error.message();
    }
}

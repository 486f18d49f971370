package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.VerdictFact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/// What a run leaves to others, and why.
///
/// @param turns of the run's supervisor, the latest last
/// @param children by run id
/// @param verdicts over what others did, in order
/// @param revisions how often a worker was sent back
public record Delegation(
        PVector<Turn> turns, TreePMap<String, ChildRun> children, PVector<Verified> verdicts, int revisions) {

    static final Delegation NONE = new Delegation(TreePVector.empty(), TreePMap.empty(), TreePVector.empty(), 0);

    /// The latest turn; null before the first.
    public @Nullable Turn latest() {
        return turns.isEmpty() ? null : turns.get(turns.size() - 1);
    }

    /// How many decisions were made: the latest one knows.
    public int iterations() {
        for (int index = turns.size() - 1; index >= 0; index--) {
            Turn turn = turns.get(index);
            if (turn.decided() != null) {
                return turn.iteration();
            }
        }
        return 0;
    }

    /// How often workers were dispatched, as far as the turns before the latest go.
    public long dispatches() {
        return turns.stream()
                .filter(turn -> turn.acted()
                        && !turn.rejected()
                        && turn.decision().kind() == OrchestratorDecision.Kind.NEXT_WORKER)
                .count();
    }

    /// Whether the supervisor left its loop without having reached what it wanted.
    public boolean gaveUp() {
        Turn latest = latest();
        return latest != null
                && latest.acted()
                && !latest.rejected()
                && latest.decision().kind() == OrchestratorDecision.Kind.TERMINATE
                && latest.decision().givesUp();
    }

    /// The latest turns, as supervisors and expressions see them.
    ///
    /// @param window how many at most
    public JsonArray transcript(int window) {
        List<JsonValue> latest = new ArrayList<>();
        for (Turn turn : turns.subList(Math.max(0, turns.size() - window), turns.size())) {
            latest.add(turn.toJson());
        }
        return new JsonArray(latest);
    }

    /// The latest turn as expressions see it.
    public JsonValue lastTurn() {
        Turn latest = latest();
        return latest == null ? JsonNull.NULL : latest.toJson();
    }

    Delegation with(Turn turn) {
        return new Delegation(turns.plus(turn), children, verdicts, revisions);
    }

    /// Changes the latest turn; a run without a supervisor has none.
    Delegation latest(UnaryOperator<Turn> change) {
        Turn latest = latest();
        return latest == null
                ? this
                : new Delegation(turns.with(turns.size() - 1, change.apply(latest)), children, verdicts, revisions);
    }

    Delegation with(ChildRun child) {
        return new Delegation(turns, children.plus(child.runId(), child), verdicts, revisions);
    }

    Delegation childIn(String runId, RunStatus status) {
        ChildRun child = children.get(runId);
        return child == null ? this : with(child.in(status));
    }

    Delegation with(Verified verdict) {
        return new Delegation(turns, children, verdicts.plus(verdict), revisions);
    }

    /// A person has said what a doubtful verdict comes to.
    Delegation settled(String target, VerdictFact.Ruling ruling) {
        PVector<Verified> settled = TreePVector.empty();
        for (Verified verdict : verdicts) {
            settled = settled.plus(verdict.target().equals(target) ? verdict.in(ruling) : verdict);
        }
        return new Delegation(turns, children, settled, revisions);
    }

    Delegation revised() {
        return new Delegation(turns, children, verdicts, revisions + 1);
    }

    /// How many verdicts a node's critic has given.
    public int verdictsOf(String nodeId) {
        return (int) verdicts.stream()
                .filter(verdict -> verdict.nodeId().equals(nodeId))
                .count();
    }

    /// The newest verdict over something; null when there is none.
    public @Nullable Verified verdictOver(String target) {
        return verdicts.stream()
                .filter(verdict -> verdict.target().equals(target))
                .reduce((_, newer) -> newer)
                .orElse(null);
    }

    /// A worker's result that was found bad, and that nothing good has followed; null when there is none.
    public @Nullable Verified unresolved() {
        Map<String, Verified> newest = new LinkedHashMap<>();
        for (Verified verdict : verdicts) {
            if (verdict.gating() && verdict.workerId() != null) {
                newest.put(verdict.workerId(), verdict);
            }
        }
        return newest.values().stream()
                .filter(verdict -> verdict.ruling() == VerdictFact.Ruling.FAIL)
                .findFirst()
                .orElse(null);
    }

    /// The children, the first one first.
    public List<ChildRun> family() {
        return children.values().stream()
                .sorted(Comparator.comparingLong(child -> child.since().sequence()))
                .toList();
    }
}

package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.journal.RunStatus;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/// What a run leaves to others, and why.
///
/// @param turns of the run's supervisor, the latest last
/// @param children by run id
public record Delegation(PVector<Turn> turns, TreePMap<String, ChildRun> children) {

    static final Delegation NONE = new Delegation(TreePVector.empty(), TreePMap.empty());

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
        return new JsonArray(turns.subList(Math.max(0, turns.size() - window), turns.size()).stream()
                .<JsonValue>map(Turn::toJson)
                .toList());
    }

    /// The latest turn as expressions see it.
    public JsonValue lastTurn() {
        Turn latest = latest();
        return latest == null ? JsonNull.NULL : latest.toJson();
    }

    Delegation with(Turn turn) {
        return new Delegation(turns.plus(turn), children);
    }

    /// Changes the latest turn; a run without a supervisor has none.
    Delegation latest(UnaryOperator<Turn> change) {
        Turn latest = latest();
        return latest == null ? this : new Delegation(turns.with(turns.size() - 1, change.apply(latest)), children);
    }

    Delegation with(ChildRun child) {
        return new Delegation(turns, children.plus(child.runId(), child));
    }

    Delegation childIn(String runId, RunStatus status) {
        ChildRun child = children.get(runId);
        return child == null ? this : with(child.in(status));
    }

    /// The children, the first one first.
    public List<ChildRun> family() {
        return children.values().stream()
                .sorted(Comparator.comparingLong(child -> child.since().sequence()))
                .toList();
    }
}

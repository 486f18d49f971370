package dev.waybill.engine.decide;

import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import java.util.List;

/// Where a run stands, in the words of the wire.
public final class Status {

    private static final List<RunStatus> WAITING =
            List.of(RunStatus.WAITING_APPROVAL, RunStatus.WAITING_INPUT, RunStatus.WAITING_EXTERNAL);

    private Status() {}

    public static RunStatus of(RunState state) {
        return switch (state.phase()) {
            case UNBORN -> RunStatus.PENDING;
            case PAUSED -> RunStatus.PAUSED;
            case ENDING -> state.ending() instanceof Ending.Cancelling ? RunStatus.CANCELLING : RunStatus.RUNNING;
            case ENDED ->
                state.life().outcome() == null ? RunStatus.FAILED : state.life().outcome();
            case RUNNING, PAUSING -> running(state);
        };
    }

    /// Where a run stands for whoever sees its children too: one that can only wait for children that wait for people
    /// waits as they do.
    public static RunStatus among(RunState state, List<RunStatus> children) {
        RunStatus own = of(state);
        List<RunStatus> open =
                children.stream().filter(child -> !child.isTerminal()).toList();
        boolean waits = own == RunStatus.RUNNING
                && state.phase() == Phase.RUNNING
                && !open.isEmpty()
                && WAITING.containsAll(open)
                && !Progress.canStart(state)
                && state.nodes().values().stream()
                        .filter(node -> !node.isIdle())
                        .allMatch(node -> node.occupation() instanceof Occupation.HandingOver
                                || node.occupation() instanceof Occupation.Asking);
        return waits ? open.getFirst() : own;
    }

    /// A run waits when all it can do is wait for an answer; a guided one for its agent.
    private static RunStatus running(RunState state) {
        if (state.isGuided()) {
            return RunStatus.WAITING_EXTERNAL;
        }
        if (state.interrupts().isEmpty()
                || state.nodes().values().stream().anyMatch(node -> !node.isIdle() && !waits(state, node))
                || Progress.canStart(state)) {
            return RunStatus.RUNNING;
        }
        Interrupt first = state.interrupts().values().stream()
                .min((a, b) -> Long.compare(a.event().sequence(), b.event().sequence()))
                .orElseThrow();
        return switch (first.kind()) {
            case Question.CLARIFICATION -> RunStatus.WAITING_INPUT;
            case Question.EXTERNAL_EVENT -> RunStatus.WAITING_EXTERNAL;
            default -> RunStatus.WAITING_APPROVAL;
        };
    }

    /// Also who has handed over, when people have to say what becomes of what came back.
    private static boolean waits(RunState state, NodeState node) {
        return switch (node.occupation()) {
            case Occupation.Asking _ -> true;
            case Occupation.HandingOver handing ->
                Questions.isAsking(state, node.id())
                        && handing.all().noneMatch(it -> it.isDispatching() || it.isAwaited());
            default -> false;
        };
    }
}

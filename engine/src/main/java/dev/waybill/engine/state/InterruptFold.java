package dev.waybill.engine.state;

import dev.waybill.journal.Event;
import dev.waybill.journal.event.InterruptFact;
import java.util.List;
import java.util.function.Predicate;
import org.pcollections.TreePMap;

/// What an event makes of a run's questions: they are open, answered, or have fallen.
final class InterruptFold {

    private InterruptFold() {}

    static RunState interrupt(RunState state, InterruptFact fact, Event event) {
        return switch (fact) {
            case InterruptFact.InterruptRequested asked -> asked(state, asked, event);
            case InterruptFact.InterruptResolved resolved -> resolved(state, resolved);
            case InterruptFact.ApprovalReceived vote -> voted(state, vote, event);
            case InterruptFact.ApprovalRequested _,
                    InterruptFact.ClarificationRequested _,
                    InterruptFact.ClarificationResolved _ -> state;
        };
    }

    private static RunState asked(RunState state, InterruptFact.InterruptRequested fact, Event event) {
        Interrupt open = new Interrupt(
                fact.interruptId(),
                fact.nodeId(),
                fact.kind(),
                fact.key(),
                CustomData.unwrapped(fact.kind(), fact.data()),
                fact.timeoutMs() == null ? null : state.time().plusMillis(fact.timeoutMs()),
                fact.resumeSchema(),
                event.sequence(),
                TreePMap.empty());
        return state.edit(next -> next.interrupts = next.interrupts.plus(open.id(), open));
    }

    private static RunState resolved(RunState state, InterruptFact.InterruptResolved fact) {
        Interrupt interrupt = state.interrupts().get(fact.interruptId());
        if (interrupt == null) {
            return state;
        }
        return state.edit(next -> {
            next.interrupts = next.interrupts.minus(fact.interruptId());
            for (String name : names(interrupt)) {
                next.resolved = next.resolved.plus(name, fact.resumeValue());
                next.fallen = next.fallen.minus(name);
            }
            Told told = new Told(fact.resumeValue(), fact.resolvedBy(), interrupt.votes());
            next.nodes =
                    next.nodes.plus(fact.nodeId(), state.node(fact.nodeId()).told(interrupt.key(), told));
        });
    }

    /// Who answers may know the question by its id, its key or its node.
    private static List<String> names(Interrupt interrupt) {
        return List.of(interrupt.nodeId(), interrupt.key(), interrupt.id());
    }

    private static RunState voted(RunState state, InterruptFact.ApprovalReceived vote, Event event) {
        Interrupt interrupt = state.interrupts().get(vote.interruptId());
        if (interrupt == null) {
            return state;
        }
        String by = vote.decidedBy() == null ? "anonymous-" + event.sequence() : vote.decidedBy();
        return state.edit(
                next -> next.interrupts = next.interrupts.plus(interrupt.id(), interrupt.voted(by, vote.action())));
    }

    /// Nobody waits for an answer any more.
    static void fall(RunState.Editor next, RunState state, Predicate<Interrupt> which) {
        for (Interrupt interrupt : List.copyOf(next.interrupts.values())) {
            if (which.test(interrupt)) {
                boolean expired = interrupt.deadline() != null && !state.time().isBefore(interrupt.deadline());
                Fallen fallen = new Fallen(interrupt.nodeId(), state.time(), expired);
                next.interrupts = next.interrupts.minus(interrupt.id());
                for (String name : names(interrupt)) {
                    next.fallen = next.fallen.plus(name, fallen);
                    next.resolved = next.resolved.minus(name);
                }
            }
        }
    }
}

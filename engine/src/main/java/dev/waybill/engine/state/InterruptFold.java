package dev.waybill.engine.state;

import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Verdict;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.workflow.WorkflowNode;
import org.pcollections.TreePMap;

/// What an event makes of a run's questions: they are open, answered, or have fallen.
final class InterruptFold {

    private InterruptFold() {}

    static RunState interrupt(RunState state, InterruptFact fact, Event event) {
        return switch (fact) {
            case InterruptFact.InterruptRequested asked -> asked(state, asked, event);
            case InterruptFact.InterruptResolved resolved -> resolved(state, resolved, event);
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
                EventRef.of(event),
                EventRef.of(event),
                TreePMap.empty());
        return state.with(state.questions().with(open));
    }

    private static RunState resolved(RunState state, InterruptFact.InterruptResolved fact, Event event) {
        Interrupt interrupt = state.interrupts().get(fact.interruptId());
        if (interrupt == null) {
            return state;
        }
        Told told = new Told(
                fact.interruptId(),
                interrupt.kind(),
                fact.resumeValue(),
                fact.resolvedBy(),
                interrupt.votes(),
                EventRef.of(event));
        RunState after = state.with(state.questions().resolved(interrupt, told))
                .with(said(state, interrupt, fact.resumeValue()))
                .node(fact.nodeId(), node -> node.told(interrupt.key(), told));
        return ReviewFold.answered(after, fact.nodeId(), interrupt.key(), fact.resumeValue());
    }

    /// What a person said about a decision, or about what a supervisor proposed to decide.
    private static Delegation said(RunState state, Interrupt interrupt, JsonValue answer) {
        Delegation before = state.delegation();
        return switch (state.definition(interrupt.nodeId()).typeId()) {
            case WorkflowNode.DISPATCH -> before.latest(turn -> turn.answered(answer));
            case WorkflowNode.SUPERVISOR ->
                Verdict.of(answer) == Verdict.REJECT
                        ? interrupt
                                .data()
                                .object("decision")
                                .map(proposal ->
                                        before.with(Turn.rejected(proposal, state.node(interrupt.nodeId()), answer)))
                                .orElse(before)
                        : before;
            default -> before;
        };
    }

    private static RunState voted(RunState state, InterruptFact.ApprovalReceived vote, Event event) {
        Interrupt interrupt = state.interrupts().get(vote.interruptId());
        if (interrupt == null) {
            return state;
        }
        String by = vote.decidedBy() == null ? "anonymous-" + event.sequence() : vote.decidedBy();
        return state.with(state.questions().with(interrupt.voted(by, vote.action(), EventRef.of(event))));
    }
}

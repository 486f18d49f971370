package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Fallen;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import dev.waybill.journal.event.Times;

/// Why a question cannot be answered: it was answered, it fell, or nobody ever asked it. Who comes late should know
/// which.
public final class ClosedQuestions {

    private ClosedQuestions() {}

    /// @param name of a question that is not open: its id, its key, or the node that asked
    public static Refused refusal(RunState state, String name) {
        Told answer = state.questions().resolved().get(name);
        if (answer != null) {
            return answered(answer);
        }
        Fallen fallen = state.questions().fallen().get(name);
        if (fallen != null) {
            return fallen(state, fallen);
        }
        String what = state.nodes().containsKey(name)
                ? "node " + name + " has asked nothing"
                : "nothing called \"" + name + "\" has asked a question";
        return new Refused(RefusalCode.INTERRUPT_NOT_FOUND, what + "; open: " + open(state));
    }

    /// Whoever comes too late learns who was first.
    private static Refused answered(Told answer) {
        return new Refused(
                RefusalCode.INTERRUPT_ALREADY_RESOLVED,
                "the question was already answered" + (answer.by() == null ? "" : " by " + answer.by()),
                JsonObject.EMPTY
                        .withIfPresent("answeredBy", answer.by())
                        .with("sequence", answer.event().sequence()));
    }

    private static Refused fallen(RunState state, Fallen fallen) {
        String at = Times.format(fallen.at());
        if (fallen.expired()) {
            return new Refused(
                    RefusalCode.INTERRUPT_EXPIRED,
                    "the question at node %s expired unanswered at %s".formatted(fallen.nodeId(), at));
        }
        return new Refused(
                RefusalCode.INTERRUPT_GONE,
                "the question at node %s was closed at %s because its node or run had moved on; the run is %s"
                        .formatted(fallen.nodeId(), at, Status.of(state).wire()));
    }

    private static String open(RunState state) {
        return state.interrupts().isEmpty()
                ? "none"
                : String.join(
                        ", ",
                        state.interrupts().values().stream()
                                .map(Interrupt::nodeId)
                                .distinct()
                                .toList());
    }
}

package dev.waybill.runtime.deliver;

import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.OutboxItem;
import java.util.List;
import java.util.stream.Stream;

/// What is to be delivered because of a decision. It commits with the decision, so it is neither forgotten nor made up.
@FunctionalInterface
public interface Deliveries {

    Deliveries NONE = _ -> List.of();

    List<OutboxItem> of(Decision decision);

    /// These and others.
    default Deliveries and(Deliveries others) {
        return decision -> {
            List<OutboxItem> first = of(decision);
            List<OutboxItem> more = others.of(decision);
            return first.isEmpty()
                    ? more
                    : more.isEmpty()
                            ? first
                            : Stream.concat(first.stream(), more.stream()).toList();
        };
    }

    /// One delivery for each run that was signed for, at its end. A replay hands nothing to anybody.
    ///
    /// @param kind which courier it is for
    static Deliveries atTheEnd(String kind) {
        return decision -> {
            RunState state = decision.state();
            boolean due = state.isTerminal()
                    && state.header().receipts().issue()
                    && !state.header().isReplay();
            return due ? List.of(item(kind, state)) : List.of();
        };
    }

    private static OutboxItem item(String kind, RunState state) {
        return new OutboxItem(
                kind + ":" + state.header().runId(),
                state.header().runId(),
                state.head() - 1,
                kind,
                new byte[0],
                state.clock(),
                0);
    }
}

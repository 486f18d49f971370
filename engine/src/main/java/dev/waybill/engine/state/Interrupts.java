package dev.waybill.engine.state;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.pcollections.TreePMap;

/// A run's questions: a name is open, resolved or fallen, never two of these.
///
/// @param open by id
/// @param resolved what was said, by whom and when: by interrupt, by key, and the latest by node
/// @param fallen those that nobody answered in time, or that nobody waits for any more, by the same names
public record Interrupts(
        TreePMap<String, Interrupt> open, TreePMap<String, Told> resolved, TreePMap<String, Fallen> fallen) {

    static final Interrupts NONE = new Interrupts(TreePMap.empty(), TreePMap.empty(), TreePMap.empty());

    Interrupts with(Interrupt interrupt) {
        return new Interrupts(open.plus(interrupt.id(), interrupt), resolved, fallen);
    }

    Interrupts resolved(Interrupt interrupt, Told answer) {
        Interrupts next = new Interrupts(open.minus(interrupt.id()), resolved, fallen);
        for (String name : names(interrupt)) {
            next = new Interrupts(next.open, next.resolved.plus(name, answer), next.fallen.minus(name));
        }
        return next;
    }

    /// Nobody waits for an answer any more.
    Interrupts fallen(Instant at, Predicate<Interrupt> which) {
        Interrupts next = this;
        for (Interrupt interrupt : open.values()) {
            if (which.test(interrupt)) {
                next = next.fallen(interrupt, at);
            }
        }
        return next;
    }

    private Interrupts fallen(Interrupt interrupt, Instant at) {
        boolean expired = interrupt.deadline() != null && !at.isBefore(interrupt.deadline());
        Fallen why = new Fallen(interrupt.nodeId(), at, expired);
        Interrupts next = new Interrupts(open.minus(interrupt.id()), resolved, fallen);
        for (String name : names(interrupt)) {
            next = new Interrupts(next.open, next.resolved.minus(name), next.fallen.plus(name, why));
        }
        return next;
    }

    /// Whoever answers may know the question by its id, its key or its node.
    private static List<String> names(Interrupt interrupt) {
        return List.of(interrupt.nodeId(), interrupt.key(), interrupt.id());
    }

    Interrupts shifted(Duration by) {
        TreePMap<String, Interrupt> moved = open;
        for (Interrupt interrupt : open.values()) {
            moved = moved.plus(interrupt.id(), interrupt.shifted(by));
        }
        return new Interrupts(moved, resolved, fallen);
    }
}

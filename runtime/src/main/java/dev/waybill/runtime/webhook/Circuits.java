package dev.waybill.runtime.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Receivers that failed again and again are left alone for a while, a longer one each time. After that one delivery is
/// tried: it closes the circuit, or opens it again.
final class Circuits {

    private static final int MOST_DOUBLINGS = 10;

    private final Pace pace;
    private final Map<String, State> states = new ConcurrentHashMap<>();

    private record State(int failures, int openings, Instant until) {}

    Circuits(Pace pace) {
        this.pace = pace;
    }

    boolean isOpen(String kind, Instant now) {
        State state = states.get(kind);
        return state != null && now.isBefore(state.until());
    }

    void arrived(String kind) {
        states.remove(kind);
    }

    void failed(String kind, Instant now) {
        states.merge(kind, new State(1, 0, Instant.MIN), (known, _) -> next(known, now));
    }

    private State next(State known, Instant now) {
        int failures = known.failures() + 1;
        if (failures < pace.failures()) {
            return new State(failures, known.openings(), known.until());
        }
        Duration rest = pace.rest().multipliedBy(1L << Math.min(known.openings(), MOST_DOUBLINGS));
        return new State(
                failures, known.openings() + 1, now.plus(rest.compareTo(pace.longest()) < 0 ? rest : pace.longest()));
    }
}

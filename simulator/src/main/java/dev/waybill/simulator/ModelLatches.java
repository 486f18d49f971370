package dev.waybill.simulator;

import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.Latches;
import java.util.List;
import java.util.Optional;

/// What happens once in a cluster, as the model has it.
record ModelLatches(ModelState state) implements Latches {

    @Override
    public Optional<Latch> find(LatchKey key) {
        synchronized (state) {
            return Optional.ofNullable(state.latches.get(key));
        }
    }

    @Override
    public List<Latch> list(String kind) {
        synchronized (state) {
            return state.latches.values().stream()
                    .filter(latch -> latch.key().kind().equals(kind))
                    .toList();
        }
    }
}

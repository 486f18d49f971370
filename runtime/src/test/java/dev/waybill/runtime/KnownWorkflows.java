package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.Blobs;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The workflows of all worlds, compiled once: who judges a million worlds would read the same few in
/// each of them. What a store has is still looked at, byte by byte.
final class KnownWorkflows {

    private final Map<Digest, byte[]> known = new ConcurrentHashMap<>();
    private final Definitions definitions = new Definitions(digest -> Optional.ofNullable(known.get(digest)));

    /// Whether a store has what a run pinned.
    boolean areIn(Blobs store, RunHeader run) {
        Digest pinned = run.definition();
        Optional<byte[]> stored = store.blob(pinned);
        stored.filter(bytes -> !known.containsKey(pinned) && Digest.of(bytes).equals(pinned))
                .ifPresent(bytes -> known.put(pinned, bytes));
        return stored.filter(bytes -> Arrays.equals(bytes, known.get(pinned))).isPresent();
    }

    /// What a log comes to.
    RunState fold(RunHeader run, List<Event> events) {
        RunState state = begin(run);
        for (Event event : events) {
            state = Fold.evolve(state, event);
        }
        return state;
    }

    private RunState begin(RunHeader run) {
        if (!run.isGuided()) {
            return Fold.begin(run, definitions.pinned(run.definition()));
        }
        GuidedWorkflow guide = definitions.guided(run.definition());
        return Fold.begin(run, definitions.steps(guide), guide);
    }
}

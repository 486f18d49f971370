package dev.waybill.runtime;

import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// The logs of a world, as they are now. Whoever judges looks at them over and over, so an event whose bytes are still
/// the same is decoded once.
final class Histories {

    private record Known(StoredEvent stored, Event event) {}

    private final RunStore store;
    private final Map<RunId, List<Known>> known = new HashMap<>();

    Histories(RunStore store) {
        this.store = store;
    }

    /// Only the very same object is known to be the same: nobody has to trust what it says about itself.
    @SuppressWarnings("ReferenceEquality")
    List<Event> of(RunId run) {
        List<Known> before = known.getOrDefault(run, List.of());
        List<Known> now = new ArrayList<>();
        for (StoredEvent stored : store.events(run, 0, Integer.MAX_VALUE)) {
            int place = now.size();
            boolean same = place < before.size() && before.get(place).stored() == stored;
            now.add(same ? before.get(place) : new Known(stored, EventCodec.decode(run, stored)));
        }
        known.put(run, now);
        return now.stream().map(Known::event).toList();
    }

    String describe(RunId run) {
        StringBuilder text = new StringBuilder("\n").append(store.run(run).orElseThrow());
        of(run).forEach(event ->
                text.append("\n  ").append(event.timestamp()).append(' ').append(event.fact()));
        return text.toString();
    }

    /// The same number for the same logs, whichever JVM made them.
    long fingerprint() {
        CRC32C sum = new CRC32C();
        for (StoredRun run : store.runs(RunQuery.all(1_000))) {
            sum.update(run.header().runId().value().getBytes(StandardCharsets.US_ASCII));
            store.events(run.header().runId(), 0, Integer.MAX_VALUE).forEach(event -> {
                sum.update(event.publicPart());
                sum.update(event.privatePart());
            });
        }
        return sum.getValue();
    }
}

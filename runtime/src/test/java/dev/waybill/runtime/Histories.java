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

    /// What was read last of one log, and what it says.
    private record Known(List<StoredEvent> stored, List<Event> events) {
        static final Known NOTHING = new Known(List.of(), List.of());
    }

    private final RunStore store;
    private final Map<RunId, Known> known = new HashMap<>();

    Histories(RunStore store) {
        this.store = store;
    }

    /// Only the very same object is known to be the same: nobody has to trust what it says about itself.
    @SuppressWarnings("ReferenceEquality")
    List<Event> of(RunId run) {
        Known before = known.getOrDefault(run, Known.NOTHING);
        List<StoredEvent> now = store.events(run, 0, Integer.MAX_VALUE);
        int same = 0;
        while (same < now.size()
                && same < before.stored().size()
                && before.stored().get(same) == now.get(same)) {
            same++;
        }
        if (same == now.size() && same == before.stored().size()) {
            return before.events();
        }
        List<Event> events = new ArrayList<>(before.events().subList(0, same));
        for (StoredEvent stored : now.subList(same, now.size())) {
            events.add(EventCodec.decode(run, stored));
        }
        Known after = new Known(now, List.copyOf(events));
        known.put(run, after);
        return after.events();
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

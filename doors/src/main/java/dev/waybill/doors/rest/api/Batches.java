package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Frame;
import dev.waybill.doors.http.Framing;
import dev.waybill.journal.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Events in handfuls: a frame `batch` holds what came within a time. What ends or suspends the run waits for nothing.
final class Batches implements Framing {

    private final Duration time;
    private final Predicate<StoredEvent> wanted;
    private final Function<StoredEvent, JsonValue> wire;
    private final List<JsonValue> held = new ArrayList<>();
    private long since;
    private long last;
    private boolean urgent;

    Batches(Duration time, Predicate<StoredEvent> wanted, Function<StoredEvent, JsonValue> wire) {
        this.time = time;
        this.wanted = wanted;
        this.wire = wire;
    }

    @Override
    public List<Frame> frames(StoredEvent event) {
        if (wanted.test(event)) {
            since = held.isEmpty() ? System.nanoTime() : since;
            held.add(wire.apply(event));
            last = event.sequence();
        }
        urgent |= Moments.isEnd(event) || Moments.isSuspension(event);
        return List.of();
    }

    @Override
    public List<Frame> caughtUp() {
        return urgent || left().isZero() ? last() : List.of();
    }

    @Override
    public List<Frame> last() {
        urgent = false;
        if (held.isEmpty()) {
            return List.of();
        }
        Frame batch = new Frame(String.valueOf(last), "batch", JsonWriter.compact(new JsonArray(held)));
        held.clear();
        return List.of(batch);
    }

    @Override
    public boolean holds() {
        return !held.isEmpty();
    }

    @Override
    public Duration patience(Duration most) {
        // A wait of no time would look at the log itself.
        return held.isEmpty() ? most : left().plusMillis(1);
    }

    private Duration left() {
        Duration left = time.minusNanos(System.nanoTime() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }
}

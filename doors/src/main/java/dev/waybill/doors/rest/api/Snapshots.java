package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Frame;
import dev.waybill.doors.http.Framing;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.StoredEvent;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// The run itself, again and again: at first, whenever it has changed and all that is known of it has been read, and at
/// its end. What happens in between is left out.
final class Snapshots implements Framing {

    private final Supplier<RunState> state;
    private final Function<RunState, JsonObject> view;
    private long shown = -1;
    private long seen = -1;

    Snapshots(Supplier<RunState> state, Function<RunState, JsonObject> view) {
        this.state = state;
        this.view = view;
    }

    @Override
    public List<Frame> first() {
        return List.of(snapshot());
    }

    @Override
    public List<Frame> frames(StoredEvent event) {
        seen = event.sequence();
        return List.of();
    }

    @Override
    public List<Frame> caughtUp() {
        return seen > shown ? List.of(snapshot()) : List.of();
    }

    @Override
    public List<Frame> last() {
        return caughtUp();
    }

    private Frame snapshot() {
        RunState now = state.get();
        shown = now.head() - 1;
        return new Frame(String.valueOf(shown), "state.snapshot", JsonWriter.compact(view.apply(now)));
    }
}

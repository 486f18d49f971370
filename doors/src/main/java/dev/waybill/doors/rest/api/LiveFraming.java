package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Frame;
import dev.waybill.runtime.live.Watcher;
import java.util.ArrayList;
import java.util.List;

/// What activities show, as frames of a stream: `live`, without an id. Words of one node that came together go out
/// together.
final class LiveFraming {

    private static final String LIVE = "live";

    private LiveFraming() {}

    static List<Frame> of(Watcher.Look look) {
        List<dev.waybill.runtime.live.Frame> together = new ArrayList<>();
        look.frames().forEach(frame -> add(together, frame));
        List<Frame> frames = new ArrayList<>();
        long missed = look.missed();
        for (dev.waybill.runtime.live.Frame frame : together) {
            frames.add(new Frame(null, LIVE, JsonWriter.compact(json(frame, missed))));
            missed = 0;
        }
        return frames;
    }

    private static void add(List<dev.waybill.runtime.live.Frame> together, dev.waybill.runtime.live.Frame frame) {
        if (!together.isEmpty()
                && isSamePlace(together.getLast(), frame)
                && together.getLast().content() instanceof JsonString(var before)
                && frame.content() instanceof JsonString(var more)) {
            together.removeLast();
            together.add(new dev.waybill.runtime.live.Frame(
                    frame.run(),
                    frame.nodeId(),
                    frame.ordinal(),
                    frame.attempt(),
                    frame.kind(),
                    new JsonString(before + more)));
        } else {
            together.add(frame);
        }
    }

    private static boolean isSamePlace(dev.waybill.runtime.live.Frame one, dev.waybill.runtime.live.Frame other) {
        return one.nodeId().equals(other.nodeId())
                && one.ordinal() == other.ordinal()
                && one.attempt() == other.attempt()
                && one.kind().equals(other.kind());
    }

    private static JsonObject json(dev.waybill.runtime.live.Frame frame, long missed) {
        JsonObject json = JsonObject.of("runId", frame.run().value())
                .with("nodeId", frame.nodeId())
                .with("ordinal", frame.ordinal())
                .with("attempt", frame.attempt())
                .with("kind", frame.kind())
                .with("content", frame.content());
        return missed == 0 ? json : json.with("missed", missed);
    }
}

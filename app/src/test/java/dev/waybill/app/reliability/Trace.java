package dev.waybill.app.reliability;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// An activity that writes down who calls it, before anything can be recorded. It is public because `waybill` finds it
/// as it finds the node types of users: by the services of a jar.
public final class Trace implements Activity {

    static final String TYPE = "test.trace";

    /// Where a program of its own writes, and how many milliseconds a call takes.
    static final String FILE = "trace.file";

    static final String MILLIS = "trace.millis";

    private final Path file;
    private final long millis;

    public Trace() {
        this(Path.of(System.getProperty(FILE, "calls.txt")), Long.getLong(MILLIS, 2));
    }

    Trace(Path file, long millis) {
        this.file = file;
        this.millis = millis;
    }

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeResult execute(ActivityCall call) throws IOException, InterruptedException {
        String tag = call.node().variables().string("tag").orElseThrow();
        String line = "%s %s %d %s\n"
                .formatted(tag, call.node().node().id(), call.node().ordinal(), call.invocationId());
        // One small write at the end of the file: lines of several processes do not mix.
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread.sleep(millis);
        return NodeResult.done(JsonObject.EMPTY);
    }
}

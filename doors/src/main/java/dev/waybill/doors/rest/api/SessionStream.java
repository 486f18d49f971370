package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.EventStream;
import dev.waybill.doors.http.Frame;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionLines;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A session as it grows, on one connection: every run of it is followed by its own log, and runs that an agent forks
/// later join. An open run wakes the stream at once; what else may have come is looked for once a second.
final class SessionStream implements EventStream.Body {

    static final String FRAME = "changes";

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final long LONGEST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RestHost host;
    private final Caller caller;
    private final Session session;
    private final SessionLines lines;
    private final RunReader reader;
    private final List<Followed> open = new CopyOnWriteArrayList<>();
    private final Set<RunId> seen = new LinkedHashSet<>();
    private final Set<RunId> grown = new LinkedHashSet<>();
    private final CountDownLatch ending = new CountDownLatch(1);

    private record Followed(RunId run, EventFeed feed) {}

    SessionStream(RestHost host, Caller caller, Session session, SessionLines lines) {
        this.host = host;
        this.caller = caller;
        this.session = session;
        this.lines = lines;
        this.reader = host.runs().reader(caller);
    }

    @Override
    public void write(EventStream stream) throws IOException, InterruptedException {
        stream.whenEnding(() -> {
            ending.countDown();
            open.forEach(followed -> followed.feed().close());
        });
        long spoke = System.nanoTime();
        try {
            while (!stream.isEnding()) {
                JsonObject changes = read();
                if (!changes.isEmpty()) {
                    stream.send(new Frame(position(), FRAME, JsonWriter.compact(changes)));
                    spoke = System.nanoTime();
                } else if (System.nanoTime() - spoke > LONGEST_SILENCE_NANOS) {
                    stream.breathe();
                    spoke = System.nanoTime();
                }
                await();
            }
        } catch (StoreException _) {
            // The reader comes back with its position, and finds a store that can be read, or waits again.
        } finally {
            open.forEach(followed -> followed.feed().close());
        }
    }

    private @Nullable String position() {
        String position = lines.position().toString();
        return position.isEmpty() ? null : position;
    }

    /// Everything that is there now and was not told yet.
    JsonObject read() throws InterruptedException {
        Session now = Session.read(reader, session.tenant(), session.name());
        for (StoredRun run : now.runs().reversed()) {
            lines.run(run);
            RunId id = run.header().runId();
            if (!run.pruned() && seen.add(id)) {
                host.events().open(caller, id, 0).ifPresent(feed -> open.add(new Followed(id, feed)));
            }
        }
        for (Followed followed : open) {
            drain(followed);
        }
        return lines.changes();
    }

    private void drain(Followed followed) throws InterruptedException {
        for (Optional<StoredEvent> next = followed.feed().next(Duration.ZERO);
                next.isPresent();
                next = followed.feed().next(Duration.ZERO)) {
            take(followed, next.get());
        }
        if (grown.remove(followed.run())) {
            lines.grew(reader.state(followed.run()));
        }
        if (followed.feed().isEnded()) {
            followed.feed().close();
            open.remove(followed);
        }
    }

    private void take(Followed followed, StoredEvent event) {
        lines.take(followed.run(), EventCodec.decode(followed.run(), event));
        grown.add(followed.run());
    }

    private void await() throws InterruptedException {
        if (open.isEmpty()) {
            // Only a fork can make this session go on, and no log that is followed here would tell of it.
            ending.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            return;
        }
        Followed newest = open.getLast();
        newest.feed().next(LOOK).ifPresent(event -> take(newest, event));
    }

    void close() {
        open.forEach(followed -> followed.feed().close());
    }
}

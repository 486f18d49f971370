package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.RunFeed;
import dev.waybill.runtime.live.Watcher;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A response that stays open: server-sent events, written by the thread of its request.
///
/// It ends when its body is done, when its reader has gone, when the caller is no longer let in, or when the server
/// stops; in the last two cases with a frame `bye` that says why and when to come back.
public final class EventStream {

    static final String STOPPING = "stopping";
    private static final String SIGNED_OUT = "signed_out";
    private static final String UNAVAILABLE = "unavailable";

    private static final int COME_BACK_MILLIS = 1_000;
    private static final Duration COME_BACK = Duration.ofSeconds(5);
    private static final Duration LONGEST_LOOK = Duration.ofHours(1);

    private final Visit visit;
    private final Set<Runnable> endings = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String ending;
    private final ReentrantLock writing = new ReentrantLock();
    private OutputStream out = OutputStream.nullOutputStream();
    private long checked = System.nanoTime();

    private EventStream(Visit visit) {
        this.visit = visit;
    }

    /// What is written to a stream.
    @FunctionalInterface
    public interface Body {
        void write(EventStream stream) throws IOException, InterruptedException;
    }

    /// Answers a request with a stream, or refuses when there are too many. Returns when the stream is over.
    public static void serve(ServerRequest request, ServerResponse response, Body body) {
        Visit visit = Visit.of(request);
        EventStream stream = new EventStream(visit);
        switch (visit.streams().begin(stream, Visit.holder(request))) {
            case OPEN -> {
                visit.leave();
                try {
                    stream.run(response, HeadOnly.is(request) ? _ -> {} : body);
                } finally {
                    visit.streams().end(stream);
                }
            }
            case TOO_MANY_OF_ONE ->
                Replies.slowDown(response, "key", COME_BACK, "too many streams; close one of yours first");
            case TOO_MANY ->
                Replies.busy(response, COME_BACK, "service_unavailable", "the server has no stream left; try again");
            case STOPPING -> Replies.busy(response, COME_BACK, STOPPING, "the server is stopping; try again");
        }
    }

    private void run(ServerResponse response, Body body) {
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(HeaderNames.create("X-Accel-Buffering"), "no");
        try (OutputStream opened = response.outputStream()) {
            out = opened;
            // The client learns at once that it is connected, whenever the first event comes.
            comment("open");
            body.write(this);
            farewell();
        } catch (IOException | UncheckedIOException | CloseConnectionException _) {
            // The reader has gone: nobody is left to tell.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void farewell() throws IOException {
        String why = ending;
        if (why != null) {
            write("retry: " + COME_BACK_MILLIS + "\n");
            write(new Frame(null, "bye", reason(why)).text());
            flush();
        }
    }

    private static String reason(String why) {
        return JsonWriter.compact(JsonObject.of("reason", why));
    }

    /// Writes what a feed gives until the run ends. Frames go out as soon as none is at hand behind them; a silence is
    /// filled with comments.
    public void follow(EventFeed feed, Framing framing) throws IOException, InterruptedException {
        Duration keepAlive = visit.streams().settings().keepAlive();
        try (feed) {
            whenEnding(feed::close);
            write(framing.first());
            while (!feed.isEnded()) {
                Optional<StoredEvent> next = feed.next(framing.patience(keepAlive));
                if (next.isPresent()) {
                    write(framing.frames(next.get()));
                } else if (!feed.isEnded() && !framing.holds()) {
                    comment("keepalive");
                }
                if (!feed.isAtHand()) {
                    write(framing.caughtUp());
                    flush();
                }
                endUnlessWelcome();
            }
            write(framing.last());
        } catch (StoreException _) {
            end(UNAVAILABLE);
        }
    }

    /// Writes what changes among runs until somebody ends it.
    ///
    /// @param first goes out at once: from here on a reader that comes back misses nothing
    public void follow(RunFeed feed, Frame first, Function<Growth, Frame> framing)
            throws IOException, InterruptedException {
        Duration keepAlive = visit.streams().settings().keepAlive();
        try (feed) {
            whenEnding(feed::close);
            send(first);
            while (!feed.isClosed()) {
                Optional<Growth> next = feed.next(keepAlive);
                if (next.isPresent()) {
                    send(framing.apply(next.get()));
                } else if (!feed.isClosed()) {
                    comment("keepalive");
                    endUnlessWelcome();
                }
            }
        } catch (StoreException _) {
            end(UNAVAILABLE);
        }
    }

    /// The same, and between the events what a watcher of the run sees. A frame that comes too late to be written is
    /// gone: what came of it is an event.
    public void follow(EventFeed feed, Framing framing, Watcher watcher, Function<Watcher.Look, List<Frame>> live)
            throws IOException, InterruptedException {
        Thread showing = Thread.ofVirtual().name("waybill-live").start(() -> show(watcher, live));
        try {
            follow(feed, framing);
        } finally {
            watcher.close();
            showing.join();
        }
    }

    private void show(Watcher watcher, Function<Watcher.Look, List<Frame>> live) {
        try {
            while (!watcher.isClosed()) {
                write(live.apply(watcher.look(LONGEST_LOOK)));
                flush();
            }
        } catch (IOException _) {
            // The reader has gone; the thread of the events finds out by itself.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(List<Frame> frames) throws IOException {
        for (Frame frame : frames) {
            write(frame.text());
        }
    }

    /// Writes one frame.
    public void send(Frame frame) throws IOException {
        write(frame.text());
        flush();
        endUnlessWelcome();
    }

    /// Fills a silence, and ends the stream of a caller who is no longer let in.
    public void breathe() throws IOException {
        comment("keepalive");
        endUnlessWelcome();
    }

    /// Tells a reader, and whatever stands in between, that the stream is alive.
    public void comment(String text) throws IOException {
        write(":" + text.lines().findFirst().orElse("") + "\n\n");
        flush();
    }

    /// A whole frame, or nothing: two threads may write.
    private void write(String text) throws IOException {
        toReader(() -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void flush() throws IOException {
        toReader(() -> out.flush());
    }

    /// The server has unchecked ways to say that a reader has gone. To whoever writes here it is one thing.
    private void toReader(Writing write) throws IOException {
        writing.lock();
        try {
            write.go();
        } catch (UncheckedIOException | CloseConnectionException e) {
            throw new IOException("the reader has gone", e);
        } finally {
            writing.unlock();
        }
    }

    @FunctionalInterface
    private interface Writing {
        void go() throws IOException;
    }

    /// A key that ends takes its streams along, though not to the second.
    private void endUnlessWelcome() {
        long now = System.nanoTime();
        if (now - checked > visit.streams().settings().recheck().toNanos()) {
            checked = now;
            if (!visit.isWelcome()) {
                end(SIGNED_OUT);
            }
        }
    }

    /// Whether the body should come to its end.
    public boolean isEnding() {
        return ending != null;
    }

    /// Runs when the stream has to end, in another thread: it should end the wait of the body.
    public void whenEnding(Runnable action) {
        endings.add(action);
        if (isEnding()) {
            action.run();
        }
    }

    void end(String why) {
        ending = why;
        endings.forEach(Runnable::run);
    }
}

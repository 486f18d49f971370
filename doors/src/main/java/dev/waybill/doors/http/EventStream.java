package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.feed.EventFeed;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
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

    private final Visit visit;
    private final Set<Runnable> endings = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String ending;
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
                    stream.run(response, body);
                } finally {
                    visit.streams().end(stream);
                }
            }
            case TOO_MANY_OF_ONE ->
                refuse(response, Status.TOO_MANY_REQUESTS_429, "too_many_streams", "close one of your streams first");
            case TOO_MANY ->
                refuse(response, Status.SERVICE_UNAVAILABLE_503, "too_many_streams", "the server has no stream left");
            case STOPPING ->
                refuse(response, Status.SERVICE_UNAVAILABLE_503, STOPPING, "the server is stopping; try again");
        }
    }

    private static void refuse(ServerResponse response, Status status, String code, String message) {
        response.header(HeaderNames.RETRY_AFTER, "5");
        Replies.error(response, status, code, message);
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
        } catch (IOException | UncheckedIOException _) {
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
            out.flush();
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
                    out.flush();
                }
                endUnlessWelcome();
            }
            write(framing.last());
        } catch (StoreException _) {
            end(UNAVAILABLE);
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
        out.flush();
        endUnlessWelcome();
    }

    /// Tells a reader, and whatever stands in between, that the stream is alive.
    public void comment(String text) throws IOException {
        write(":" + text.lines().findFirst().orElse("") + "\n\n");
        out.flush();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
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

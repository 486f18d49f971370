package dev.waybill.doors.http;

import com.sun.management.UnixOperatingSystemMXBean;
import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.http.ServerRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The clients that are connected. One that keeps the server waiting for its request is cut: after the
/// patience or, where no place is left, the longest waiting ones first. So nobody can hold all places by
/// saying nothing, or by saying it slowly. A caller that was let in and sent its request may be answered for
/// as long as it takes.
final class Connections implements AutoCloseable {

    /// Files that the rest of the process may open meanwhile: a server socket that cannot accept is lost.
    private static final int FILES_LEFT = 64;

    private static final int FEWEST = 8;
    private static final Duration LOOK = Duration.ofMillis(500);

    /// Everybody has so long, however many wait for a place.
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

    /// Where there is room for so few, silence fills it at once: it has to be made more often, and for all that wait.
    private static final int FEW = 64;

    private static final Duration LOOK_WITH_FEW = Duration.ofMillis(100);
    private static final Duration LEAST_PATIENCE_WITH_FEW = Duration.ofMillis(250);

    private final int most;
    private final Duration patience;
    private final Map<SocketAddress, Line> lines = new ConcurrentHashMap<>();
    private final Thread lookout;

    Connections(ConnectionSettings settings) {
        this.most = Math.min(settings.most(), affordable());
        this.patience = settings.patience();
        this.lookout = Thread.ofPlatform().daemon().name("waybill-connections").start(this::lookOut);
    }

    /// One client.
    private static final class Line {
        private final SocketChannel channel;
        private volatile long waitingSince = System.nanoTime();
        private volatile boolean served;
        private volatile boolean leaves;

        Line(SocketChannel channel) {
            this.channel = channel;
        }

        long waited(long now) {
            return served ? 0 : now - waitingSince;
        }

        void cut() {
            try {
                channel.close();
            } catch (IOException _) {
                // It is gone either way.
            }
        }
    }

    private static int affordable() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? Math.toIntExact(Math.clamp(
                        system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - FILES_LEFT,
                        FEWEST,
                        Integer.MAX_VALUE))
                : Integer.MAX_VALUE;
    }

    int most() {
        return most;
    }

    /// The options of accepted sockets; the server applies them to each, which is how it is known here.
    SocketOptions options() {
        return new AcceptedSockets(SocketOptions.builder().tcpNoDelay(true).build(), this::accepted);
    }

    private void accepted(SocketChannel channel) throws IOException {
        lines.put(channel.getRemoteAddress(), new Line(channel));
    }

    private @Nullable Line line(ServerRequest request) {
        SocketAddress address = request.remotePeer().address();
        // A connection that is gone has no address.
        return address == null ? null : lines.get(address);
    }

    /// A head has arrived. Until its caller is let in, the client is still waited for: an answer that nobody
    /// reads would hold a place as well as a request that never comes.
    void arrived(ServerRequest request) {
        waits(line(request));
    }

    /// The caller was let in; only its body is still waited for.
    void serves(ServerRequest request) {
        Line line = line(request);
        if (line != null) {
            line.served = true;
            request.streamFilter(body -> new Awaited(body, line));
        }
    }

    void answered(ServerRequest request) {
        waits(line(request));
    }

    /// The client was answered and is to go, though it has not sent everything.
    void leaves(ServerRequest request) {
        Line line = line(request);
        waits(line);
        if (line != null) {
            line.leaves = true;
        }
    }

    private static void waits(@Nullable Line line) {
        if (line != null) {
            line.waitingSince = System.nanoTime();
            line.served = false;
        }
    }

    private void lookOut() {
        try {
            while (true) {
                Thread.sleep(most < FEW ? LOOK_WITH_FEW : LOOK);
                cutSilent(System.nanoTime());
            }
        } catch (InterruptedException _) {
            // The server is closed.
        }
    }

    private Duration least() {
        return patience.compareTo(LEAST_PATIENCE) < 0 ? patience : LEAST_PATIENCE;
    }

    private void cutSilent(long now) {
        lines.values().removeIf(line -> !line.channel.isOpen());
        lines.values().stream()
                .filter(line -> line.waited(now) > (line.leaves ? least() : patience).toNanos())
                .forEach(Line::cut);
        if (lines.size() >= most) {
            Duration grace = most < FEW ? LEAST_PATIENCE_WITH_FEW : LEAST_PATIENCE;
            lines.values().stream()
                    .filter(line -> line.waited(now) > grace.toNanos())
                    .sorted(Comparator.comparingLong((Line line) -> line.waited(now))
                            .reversed())
                    .limit(most < FEW ? most : most / 8)
                    .forEach(Line::cut);
        }
    }

    @Override
    public void close() {
        lookout.interrupt();
    }

    /// A body: whoever reads it waits for the client.
    private static final class Awaited extends FilterInputStream {
        private final Line line;

        Awaited(InputStream body, Line line) {
            super(body);
            this.line = line;
        }

        @Override
        public int read() throws IOException {
            line.served = false;
            try {
                return super.read();
            } finally {
                line.served = true;
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            line.served = false;
            try {
                return super.read(bytes, offset, length);
            } finally {
                line.served = true;
            }
        }
    }
}

package dev.waybill.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A network between a client and a server on this machine that can fail: while it is down, connections break and new
/// ones are cut.
public final class Relay implements AutoCloseable {

    private final int target;
    private final ServerSocket door;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Queue<AtomicBoolean> holes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private volatile boolean down;

    /// @param target the server's port
    public Relay(int target) {
        this.target = target;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /// The same database, reached through here.
    public String url(String direct) {
        return direct.replace(":" + target + "/", ":" + door.getLocalPort() + "/");
    }

    public int port() {
        return door.getLocalPort();
    }

    public void down() {
        down = true;
        open.forEach(Relay::close);
        open.clear();
    }

    public void up() {
        down = false;
    }

    /// What is said on the connections that are open now arrives nowhere, and nobody is told. New ones work.
    public void swallow() {
        holes.forEach(connection -> connection.set(true));
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (down) {
                    close(client);
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // Closed, or the server refused: the client notices.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        AtomicBoolean hole = new AtomicBoolean();
        holes.add(hole);
        AtomicBoolean answering = new AtomicBoolean(true);
        Thread.ofVirtual().start(() -> pump(client, server, hole, () -> count(answering)));
        Thread.ofVirtual().start(() -> pump(server, client, hole, () -> answering.set(true)));
        if (down) {
            // It went down while this connection was being made, and could not cut what was not there yet.
            close(client);
            close(server);
        }
    }

    /// What a client says after an answer, in however many pieces, makes the server answer once more.
    private void count(AtomicBoolean answering) {
        if (answering.getAndSet(false)) {
            roundTrips.incrementAndGet();
        }
    }

    /// How often clients have waited for an answer so far.
    public int roundTrips() {
        return roundTrips.get();
    }

    private static void pump(Socket from, Socket to, AtomicBoolean hole, Runnable heard) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to;
                InputStream bytes = from.getInputStream()) {
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                if (!hole.get()) {
                    heard.run();
                    to.getOutputStream().write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // One side is gone, and so is the other now.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was closed already.
        }
    }

    @Override
    public void close() {
        down();
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

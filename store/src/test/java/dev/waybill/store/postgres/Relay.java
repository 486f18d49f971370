package dev.waybill.store.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A network between a store and the server that can fail: while it is down, connections break and new ones are cut.
final class Relay implements AutoCloseable {

    private final ServerSocket door;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile boolean down;

    Relay() {
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /// The same database, reached through here.
    String url(String direct) {
        return direct.replace(":" + PostgresServer.port() + "/", ":" + door.getLocalPort() + "/");
    }

    int port() {
        return door.getLocalPort();
    }

    void down() {
        down = true;
        open.forEach(Relay::close);
        open.clear();
    }

    void up() {
        down = false;
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
        Socket server = new Socket(InetAddress.getLoopbackAddress(), PostgresServer.port());
        open.add(client);
        open.add(server);
        Thread.ofVirtual().start(() -> pump(client, server));
        Thread.ofVirtual().start(() -> pump(server, client));
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to;
                InputStream bytes = from.getInputStream()) {
            bytes.transferTo(to.getOutputStream());
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

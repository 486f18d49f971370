package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A database that goes away and comes back does not end the command that watches a run.
class RestartingDatabaseTest {

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void aRunInTheForegroundGoesOnWhenItsDatabaseIsBack() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                Way way = new Way(server.getPort())) {
            RunDesk desk = new RunDesk(folder);
            String direct = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            String file = desk.workflow(
                    "slow", "", node("wait", "core.delay", "{\"delayMs\":2000}"), node("end", "core.noop", "{}"));
            CompletableFuture<Asked> run = CompletableFuture.supplyAsync(
                    () -> desk.ask("run", file, "--db", direct.replace(":" + server.getPort(), ":" + way.port())));
            while (!desk.ask("runs", "--db", direct).out().contains("slow")) {
                Thread.sleep(50);
            }
            way.down();
            // Longer than a store tries by itself.
            Thread.sleep(9_000);
            assertThat(run).isNotDone();
            way.up();
            Asked asked = run.get();

            assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
            assertThat(asked.err()).contains("is not reachable");
        }
    }

    /// The way to a server; while it is down, connections break and new ones are cut.
    private static final class Way implements AutoCloseable {
        private final int target;
        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
        private volatile boolean down;

        Way(int target) throws IOException {
            this.target = target;
            Thread.ofVirtual().start(this::accept);
        }

        int port() {
            return door.getLocalPort();
        }

        void down() {
            down = true;
            open.forEach(Way::end);
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
                        client.close();
                    } else {
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                        copy(client, server);
                        copy(server, client);
                    }
                } catch (IOException e) {
                    // Closed, or the server refused: the client notices.
                }
            }
        }

        private void copy(Socket from, Socket to) {
            open.add(from);
            Thread.ofVirtual().start(() -> {
                try (from;
                        to) {
                    from.getInputStream().transferTo(to.getOutputStream());
                } catch (IOException e) {
                    // The way is down.
                }
            });
        }

        private static void end(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed.
            }
        }

        @Override
        public void close() throws IOException {
            down();
            door.close();
        }
    }
}

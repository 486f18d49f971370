package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A `waybill serve` that may open few files, and clients that connect and say nothing.
class IdleConnectionsTest {

    private static final int FILES = 320;

    @TempDir
    private Path folder;

    private final List<SocketChannel> silent = new ArrayList<>();

    @Test
    @Timeout(180)
    void moreSilentClientsThanOpenFilesLeaveTheServerAtWork() throws Exception {
        DataDirectory directory = DataDirectory.in(folder);
        List<String> fewFiles = List.of("sh", "-c", "ulimit -n " + FILES + " && exec \"$0\" \"$@\"");
        try (Served served = directory.serveBehind(fewFiles);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpAgent agent = new HttpAgent(client, served);
            Answer at = agent.call("workflow_start", DataDirectory.rounds(3)).good();

            connect(served, 2 * FILES);
            at = agent.call("workflow_advance", at.acknowledged("Looked.")).good();
            for (SocketChannel each : silent) {
                each.close();
            }
            try (HttpClient another = HttpClient.newHttpClient()) {
                new HttpAgent(another, served)
                        .call("workflow_advance", at.acknowledged("Looked."))
                        .good();
            }
            assertThat(served.process().words()).doesNotContain("Too many open files");
        } finally {
            for (SocketChannel each : silent) {
                each.close();
            }
        }
    }

    /// Those for whom there is no place wait in the queue of the system.
    private void connect(Served served, int clients) throws IOException {
        int port = URI.create(served.url()).getPort();
        for (int i = 0; i < clients; i++) {
            SocketChannel channel = SocketChannel.open();
            silent.add(channel);
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
    }
}

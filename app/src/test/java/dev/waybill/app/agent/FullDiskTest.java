package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A `waybill serve` whose data lies on a file system of a few megabytes, which somebody fills and empties. The file
/// system is the process's own: it needs no rights but those of a user namespace.
class FullDiskTest {

    private static final String OWN_FILE_SYSTEM = "mount -t tmpfs -o size=16m waybill \"$0\" && exec \"$@\"";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @Timeout(180)
    void aServerOnAFullDiskSaysSoAndGoesOnWhenThereIsSpace() throws Exception {
        DataDirectory directory = DataDirectory.in(folder);
        Path data = Files.createDirectories(folder.resolve("data"));
        List<String> ownFileSystem = List.of("unshare", "-rm", "sh", "-c", OWN_FILE_SYSTEM, data.toString());
        assumeTrue(works(ownFileSystem), "this machine lets nobody mount a file system");
        try (Served served = directory.serveBehind(ownFileSystem)) {
            Path seen = Path.of(
                            "/proc", Long.toString(served.process().process().pid()), "root")
                    .resolve(data.toString().substring(1));
            HttpAgent agent = new HttpAgent(client, served);
            Answer first = agent.call("workflow_start", DataDirectory.rounds(3)).good();

            fill(seen.resolve("filler"));
            Answer refused = agent.call("workflow_advance", first.acknowledged("n".repeat(60_000)));
            awaitReady(served, 503);

            assertThat(refused.text()).contains("disk", "full").doesNotContain(folder.toString());
            assertThat(ready(served).body()).contains("full").doesNotContain(folder.toString());

            Files.delete(seen.resolve("filler"));
            awaitReady(served, 200);
            Answer second = agent.call("workflow_advance", first.acknowledged("Looked."))
                    .good();
            assertThat(second.isForked()).isFalse();
            othersMayWrite(seen);
        }
    }

    private static boolean works(List<String> command) throws InterruptedException {
        List<String> nothing = new ArrayList<>(command);
        nothing.add("true");
        try {
            return new ProcessBuilder(nothing).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    /// Down to the last byte.
    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int size = 1 << 16; size > 0; size >>= 4) {
                writeAll(out, new byte[size]);
            }
        }
    }

    private static void writeAll(OutputStream out, byte[] bytes) {
        try {
            while (true) {
                out.write(bytes);
            }
        } catch (IOException _) {
            // Full for pieces of this size.
        }
    }

    private HttpResponse<String> ready(Served served) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(served.url() + "/ready")).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void awaitReady(Served served, int status) throws IOException, InterruptedException {
        while (ready(served).statusCode() != status) {
            Thread.sleep(50);
        }
    }

    private static void othersMayWrite(Path data) {
        try (RunStore store = Stores.open(new StoreLocation.DataDirectory(data))) {
            ProcessId other = new ProcessId("other");
            store.register(other, "test", Instant.now());
            store.unregister(other);
        }
    }
}

package dev.waybill.agents.part;

import dev.waybill.agents.process.ProcessTree;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// A part at work: a Java of its own with little memory, which speaks JSON, an object a line. What it takes too much of
/// it takes from itself; this process goes on whatever becomes of it.
public final class PartProcess implements AutoCloseable {

    /// How a Java ends whose memory is used up, with the options below.
    private static final int OUT_OF_MEMORY = 3;

    private static final int LONGEST_LINE = 8 << 20;

    private final ProcessTree tree;
    private final Set<String> told = new HashSet<>();

    private PartProcess(ProcessTree tree) {
        this.tree = tree;
    }

    /// Starts a part and waits until it is ready.
    ///
    /// @param folder its jars
    /// @param main the class that begins
    /// @param heap such as `192m`
    public static PartProcess start(Path folder, String main, String heap) throws IOException {
        PartProcess process = new PartProcess(ProcessTree.computing(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:MaxDirectMemorySize=16m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+DisplayVMOutputToStderr",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        folder.resolve("*").toString(),
                        main),
                new LinkedHashMap<>(),
                null));
        try {
            JsonObject first = process.receive();
            if (!first.string("type").orElse("").equals("ready")) {
                throw new IOException("the part in %s is of another version".formatted(folder));
            }
            return process;
        } catch (IOException e) {
            String said = process.tree.errors();
            process.close();
            throw new IOException(
                    "the part in %s does not start: %s".formatted(folder, said.isEmpty() ? e.getMessage() : said), e);
        }
    }

    /// Whether something is said to it for the first time, as code that it keeps.
    public boolean isNews(String name) {
        return told.add(name);
    }

    public void send(JsonObject message) throws IOException {
        tree.input().write((JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
        tree.input().flush();
    }

    /// @throws IOException when it ends, or says something that is no JSON object of a bearable length
    public JsonObject receive() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = tree.output();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new IOException("the part has ended");
            }
            if (line.size() == LONGEST_LINE) {
                throw new IOException("the part said more than %d bytes at once".formatted(LONGEST_LINE));
            }
            line.write(read);
        }
        try {
            return JsonReader.readObject(line.toByteArray(), JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw new IOException("the part said something that is no JSON", e);
        }
    }

    public boolean isAlive() {
        return tree.isAlive();
    }

    /// Whether it ended because its memory was used up. Asked of one whose output has come to its end: it is gone, or
    /// will be in a moment.
    public boolean ranOutOfMemory() throws InterruptedException {
        return tree.waitFor(Duration.ofSeconds(2)) && tree.waitFor() == OUT_OF_MEMORY;
    }

    @Override
    public void close() {
        tree.close();
    }
}

package dev.waybill.evidence.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendLogTest {

    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void file() {
        file = folder.resolve("log.jsonl");
    }

    @Test
    void recordsAreLinesInTheirOrder() throws IOException {
        append(record("a"));
        append(record("b"));

        assertThat(file).hasContent("{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
    }

    @Test
    void aHalfLineOfACrashedWriterIsEndedAndCostsNoRecord() throws IOException {
        append(record("a"));
        Files.writeString(file, "{\"id\":\"torn", StandardOpenOption.APPEND);
        append(record("b"));

        assertThat(file).hasContent("{\"id\":\"a\"}\n{\"id\":\"torn\n{\"id\":\"b\"}\n");
        assertThat(ids()).containsExactly("a", "?", "b");
    }

    @Test
    void aLineThatLacksOnlyItsEndIsARecord() throws IOException {
        Files.writeString(file, "{\"id\":\"a\"}");
        append(record("b"));

        assertThat(ids()).containsExactly("a", "b");
    }

    @Test
    void whereverAWriterWasCutNothingElseIsLost() {
        Seeds.check(100, random -> {
            try {
                Files.deleteIfExists(file);
                append(record("a"));
                byte[] line = "{\"id\":\"cut\"}\n".getBytes(StandardCharsets.UTF_8);
                int kept = random.nextInt(line.length + 1);
                Files.write(file, Arrays.copyOf(line, kept), StandardOpenOption.APPEND);
                append(record("b"));
                assertThat(ids()).startsWith("a").endsWith("b").hasSizeBetween(2, 3);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void manyWritersDoNotMix() throws Exception {
        int writers = 4;
        int each = 200;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> done = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                String name = "w" + writer;
                done.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        append(record(name), record(name));
                    }
                    return null;
                }));
            }
            for (Future<?> future : done) {
                future.get();
            }
        }
        List<String> ids = ids();
        assertThat(ids).hasSize(2 * writers * each).doesNotContain("?");
        for (int i = 0; i < ids.size(); i += 2) {
            assertThat(ids.get(i)).isEqualTo(ids.get(i + 1));
        }
    }

    @Test
    void anotherProgramsLockIsWaitedFor() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (var answer = holder.inputReader()) {
            assertThat(answer.readLine()).isEqualTo("locked");
            append(record("after"));
            assertThat(ids()).containsExactly("theirs", "after");
        } finally {
            holder.destroy();
        }
    }

    private void append(JsonObject... records) throws IOException {
        try (AppendLog log = AppendLog.open(file, AppendLog.Sync.HANDED_OVER)) {
            log.append(List.of(records));
        }
    }

    private static JsonObject record(String id) {
        return JsonObject.builder().put("id", id).build();
    }

    /// The ids in the file; `?` for a line that is no record.
    private List<String> ids() throws IOException {
        List<String> ids = new ArrayList<>();
        JsonLines.read(
                file,
                line -> line.json().string("id").orElse("-"),
                read -> ids.add(read instanceof Read.Good<String>(var id) ? id : "?"));
        return ids;
    }
}

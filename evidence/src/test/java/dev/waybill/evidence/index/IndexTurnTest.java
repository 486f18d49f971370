package dev.waybill.evidence.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several programs make an index in one place, and others read it meanwhile.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class IndexTurnTest {

    @TempDir
    Path folder;

    private EvidenceFolder ours() {
        return new EvidenceFolder(folder).add("ours/x.jsonl", Rec.of("waybill:ours", "NOTE"));
    }

    private List<String> ids() throws IOException {
        try (EvidenceIndex index = EvidenceIndex.open(folder.resolve("index"), EvidenceFolder.FORMATS)) {
            return index.records().map(record -> record.id().toString()).toList();
        }
    }

    private Process other(String id) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        IndexHolder.class.getName(),
                        folder.toString(),
                        id)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void whoComesSecondWaitsAndReadersSeeTheOldIndexMeanwhile() throws Exception {
        ours().index().close();
        Process other = other("waybill:theirs");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                var answer = other.inputReader();
                var order = other.outputWriter()) {
            assertThat(answer.readLine()).isEqualTo("writing");
            CountDownLatch waiting = new CountDownLatch(1);
            Future<List<String>> second = threads.submit(() -> {
                EvidenceFolder files = ours();
                try (IndexWriter writer = IndexWriter.begin(files.indexFolder(), files.roots(), waiting::countDown)) {
                    List<String> found = ids();
                    files.read(writer);
                    writer.commit();
                    return found;
                }
            });
            waiting.await();
            assertThat(ids()).containsExactly("waybill:ours");
            order.write('c');
            order.flush();
            assertThat(second.get()).containsExactly("waybill:theirs");
            assertThat(ids()).containsExactly("waybill:ours");
            assertThat(other.waitFor()).isZero();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aProgramThatDiesLetsGoAndLeavesTheOldIndex() throws Exception {
        ours().index().close();
        Process other = other("waybill:theirs");
        try (var answer = other.inputReader()) {
            assertThat(answer.readLine()).isEqualTo("writing");
            other.destroyForcibly().waitFor();
        }
        assertThat(ids()).containsExactly("waybill:ours");
        ours().index().close();
        assertThat(ids()).containsExactly("waybill:ours");
    }

    @Test
    void whoeverReadsWhileIndexesAreReplacedFindsAWholeOne() throws Exception {
        EvidenceFolder few = folder("few", 3);
        EvidenceFolder many = folder("many", 500);
        few.index().close();
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> writers = List.of(threads.submit(() -> replace(few)), threads.submit(() -> replace(many)));
            List<Future<Integer>> readers =
                    List.of(threads.submit(() -> opened(over)), threads.submit(() -> opened(over)));
            for (Future<?> writer : writers) {
                writer.get();
            }
            over.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
    }

    private EvidenceFolder folder(String name, int records) {
        return new EvidenceFolder(folder)
                .add(
                        name + "/x.jsonl",
                        IntStream.range(0, records)
                                .mapToObj(i -> Rec.of("waybill:" + name + i, "NOTE"))
                                .toArray(Rec[]::new));
    }

    private static Void replace(EvidenceFolder files) throws IOException {
        for (int i = 0; i < 30; i++) {
            files.index().close();
        }
        return null;
    }

    private int opened(AtomicBoolean over) throws IOException {
        int opened = 0;
        while (!over.get()) {
            List<String> ids = ids();
            assertThat(ids).hasSize(ids.getFirst().contains("few") ? 3 : 500);
            assertThat(ids.getLast()).isIn("waybill:few2", "waybill:many499");
            opened++;
        }
        return opened;
    }

    @Test
    void lockFilesAreNobodysEvidence() throws Exception {
        EvidenceFolder files = ours();
        Files.createFile(folder.resolve("ours/.ledger.lock"));
        try (EvidenceIndex index = files.index()) {
            assertThat(index.sources()).containsExactly("ours/x.jsonl");
            Files.createFile(folder.resolve("ours/.more.lock"));
            assertThat(index.isStale()).isFalse();
            Files.writeString(folder.resolve("ours/.full.lock"), "x");
            assertThat(index.isStale()).isTrue();
        }
    }
}

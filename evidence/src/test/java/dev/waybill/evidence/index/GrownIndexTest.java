package dev.waybill.evidence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.Bookmark;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An index that is brought up to date reads only what is new, and answers as one that was made at once.
class GrownIndexTest {

    private static final List<RecordFormat> FORMATS =
            List.copyOf(Readers.formats().values());

    @TempDir
    Path directory;

    @Test
    void appendedLinesAreReadAndNothingElse() throws IOException {
        Path log = write("a/log.jsonl", lines(0, 200));
        write("a/other.jsonl", lines(1000, 50));
        assertThat(update().records).isEqualTo(250);
        append(log, lines(200, 10));
        assertThat(update().records).isEqualTo(10);
        assertThat(update().records).isZero();
        try (EvidenceIndex index = open()) {
            assertThat(index.size()).isEqualTo(260);
            assertThat(index.records()
                            .limit(210)
                            .map(record -> record.record().place().toString())
                            .toList())
                    .isEqualTo(IntStream.rangeClosed(1, 210)
                            .mapToObj(line -> "a/log.jsonl:" + line)
                            .toList());
        }
    }

    @Test
    void aChainOfHashesGoesOnWhereItEnded() throws IOException {
        Path log = write("mesh/events.jsonl", events(1, 60));
        update();
        append(log, events(61, 20));
        assertThat(update().records).isEqualTo(20);
        try (EvidenceIndex index = open()) {
            assertThat(index.findings())
                    .extracting(Finding::code)
                    .doesNotContain(FindingCode.SEQUENCE_GAP, FindingCode.CHAIN_BROKEN);
        }
        append(log, events(83, 1));
        update();
        try (EvidenceIndex index = open()) {
            assertThat(index.findings())
                    .extracting(Finding::code)
                    .contains(FindingCode.SEQUENCE_GAP, FindingCode.CHAIN_BROKEN);
        }
    }

    @Test
    void aFileWhoseBeginningOrEndWasRewrittenIsReadAsAWhole() throws IOException {
        Path log = write("a/log.jsonl", lines(0, 200));
        update();
        write("a/log.jsonl", lines(1, 300));
        assertThat(update().records).isEqualTo(300);
        overwrite(log, 5, "E");
        append(log, lines(400, 1));
        assertThat(update().records).isEqualTo(301);
    }

    @Test
    void aRecordThatWasChangedBeforeTheBookmarkIsToldWhenItIsUsed() throws IOException {
        Path log = write("a/log.jsonl", lines(0, 400));
        update();
        int middle = Files.readString(log).indexOf("\"receipt_id\":\"id_200") + 18;
        overwrite(log, middle, "9");
        append(log, lines(400, 1));
        assertThat(update().records).isEqualTo(1);
        try (EvidenceIndex index = open()) {
            assertThatThrownBy(() -> index.byId("id_200").getFirst())
                    .isInstanceOf(UnusableIndex.class)
                    .hasMessageContaining("log.jsonl was changed after it was indexed")
                    .hasMessageContaining("--again");
        }
    }

    @Test
    void aLineThatWasHalfWrittenIsReadOnceItIsWhole() throws IOException {
        String last = lines(200, 1);
        Path log = write("a/log.jsonl", lines(0, 200) + last.substring(0, 20));
        update();
        try (EvidenceIndex index = open()) {
            assertThat(index.findings()).extracting(Finding::code).containsExactly(FindingCode.UNREADABLE_LINE);
        }
        append(log, last.substring(20));
        update();
        try (EvidenceIndex index = open()) {
            assertThat(index.findings()).isEmpty();
            assertThat(index.byId("id_200")).hasSize(1);
        }
    }

    @Test
    void aKeyThatComesLaterIsSeenByWhatLeansOnIt() throws IOException {
        Path board = Files.createDirectories(directory.resolve("a"));
        Files.writeString(board.resolve(".store_seq"), "1");
        update();
        Path day = Files.createDirectories(board.resolve("2026-11-16"));
        try (EvidenceIndex index = open()) {
            assertThat(index.findings()).extracting(Finding::code).containsExactly(FindingCode.SEQUENCE_GAP);
        }
        Files.writeString(
                day.resolve("trace_1.jsonl"),
                "{\"receipt_id\":\"r_1\",\"type\":\"x\",\"_trace_id\":\"trace_1\",\"_store_seq\":0}\n");
        update();
        try (EvidenceIndex index = open()) {
            assertThat(index.findings()).isEmpty();
        }
    }

    @Test
    void whateverHappensToTheFilesItAnswersAsOneThatWasMadeAtOnce() {
        Seeds.check(12, random -> {
            try {
                Path files = Files.createDirectories(directory.resolve("files" + random.nextLong()));
                Path grown = files.resolveSibling(files.getFileName() + ".grown");
                Path fresh = files.resolveSibling(files.getFileName() + ".fresh");
                for (int step = 0; step < 8; step++) {
                    change(files, random);
                    index(files, grown);
                    delete(fresh);
                    index(files, fresh);
                    try (EvidenceIndex one = EvidenceIndex.open(grown, FORMATS);
                            EvidenceIndex other = EvidenceIndex.open(fresh, FORMATS)) {
                        assertThat(one.isStale()).isFalse();
                        assertThat(told(one)).isEqualTo(told(other));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void change(Path files, Random random) throws IOException {
        Path file = files.resolve(random.nextInt(3) == 0 ? "events.jsonl" : "log" + random.nextInt(4) + ".jsonl");
        String more = file.endsWith("events.jsonl")
                ? events(random.nextInt(40), random.nextInt(90))
                : lines(random.nextInt(40), random.nextInt(90));
        switch (random.nextInt(6)) {
            case 0 -> Files.deleteIfExists(file);
            case 1 -> Files.writeString(file, more);
            case 2 -> append(file, more + "{\"id\":");
            default -> append(file, more);
        }
    }

    private static List<Object> told(EvidenceIndex index) {
        List<Object> told = new ArrayList<>();
        index.records().map(IndexedRecord::record).map(EvidenceRecord::toString).forEach(told::add);
        told.addAll(index.findings());
        for (int i = 0; i < 20; i++) {
            told.add(rows(index.byId("id_" + i)));
            told.add(rows(index.by(Field.TASK, "task_" + i)));
            told.add(rows(index.ofType("TYPE" + i).toList()));
        }
        told.add(index.sources());
        told.add(index.prefix(Named.RECORD, "", 1000));
        return told;
    }

    private static List<Integer> rows(List<IndexedRecord> records) {
        return records.stream().map(IndexedRecord::row).toList();
    }

    private static String lines(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> Rec.of("waybill:id_" + i, "TYPE" + i % 5)
                                .task("task_" + i / 10)
                                .parents("id_" + (i + 1))
                                .json()
                        + "\n")
                .collect(Collectors.joining());
    }

    /// The hashes are made up, and each names the one before.
    private static String events(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> """
                        {"event_id":"evt_%06d","seq":%d,"ts":"2026-02-25T13:00:00Z","kind":"NOTE","payload":{},\
                        "prev_hash":"%s","event_hash":"sha256:%d"}
                        """.formatted(i, i, i == 1 ? "sha256:" + "0".repeat(64) : "sha256:" + (i - 1), i))
                .collect(Collectors.joining());
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void overwrite(Path file, long at, String text) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            open.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path file : List.of(
                    folder.resolve("index.db"), folder.resolve("index.db-wal"), folder.resolve("index.db-shm"))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Counted update() throws IOException {
        List<Path> roots;
        try (var folders = Files.list(directory)) {
            roots = folders.filter(folder -> !folder.endsWith("index")).sorted().toList();
        }
        try (IndexWriter writer = IndexWriter.begin(directory.resolve("index"), roots)) {
            Counted counted = new Counted(writer);
            Scan.read(roots, writer::isOwn, counted);
            writer.commit();
            return counted;
        }
    }

    private static void index(Path files, Path folder) throws IOException {
        try (IndexWriter writer = IndexWriter.begin(folder, List.of(files))) {
            Scan.read(List.of(files), writer::isOwn, writer);
            writer.commit();
        }
    }

    private EvidenceIndex open() {
        return EvidenceIndex.open(directory.resolve("index"), FORMATS);
    }

    /// Counts what readers give.
    private static final class Counted implements RecordSink {

        private final RecordSink sink;
        private int records;

        Counted(RecordSink sink) {
            this.sink = sink;
        }

        @Override
        public Optional<Bookmark> begin(Path root, Path path) throws IOException {
            return sink.begin(root, path);
        }

        @Override
        public void leansOn(Path beside) {
            sink.leansOn(beside);
        }

        @Override
        public void readUpTo(Bookmark end) {
            sink.readUpTo(end);
        }

        @Override
        public void record(FoundRecord found) {
            prepared(found).take(found.integrity());
        }

        @Override
        public PreparedRecord prepared(FoundRecord found) {
            PreparedRecord rest = sink.prepared(found);
            return integrity -> {
                records++;
                rest.take(integrity);
            };
        }

        @Override
        public void finding(Finding finding) {
            sink.finding(finding);
        }
    }
}

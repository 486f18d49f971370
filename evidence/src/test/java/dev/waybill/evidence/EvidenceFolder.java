package dev.waybill.evidence;

import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.plain.PlainRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Files of several systems in a folder of a test, and their index.
public final class EvidenceFolder {

    /// A line with this text counts as one whose hash does not hold.
    public static final String BROKEN = "\"broken\":true";

    /// A line with this text is given without its place in the file, as from an archive.
    public static final String UNSEEKABLE = "\"unseekable\":true";

    public static final List<RecordFormat> FORMATS = List.of(PlainRecord.FORMAT);

    private final Path folder;
    private final Map<Path, Path> rootOfFile = new LinkedHashMap<>();

    public EvidenceFolder(Path folder) {
        this.folder = folder;
    }

    /// @param file below a folder that is the root: `agentmesh/events.jsonl`
    public EvidenceFolder add(String file, Rec... records) {
        String lines = Arrays.stream(records).map(rec -> rec.json() + "\n").collect(Collectors.joining());
        return write(file, lines);
    }

    public EvidenceFolder write(String file, String lines) {
        Path path = folder.resolve(file);
        rootOfFile.put(path, folder.resolve(Path.of(file).getName(0)));
        try {
            Files.createDirectories(folder.resolve(Path.of(file).getName(0)));
            Files.write(path, lines.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public Path indexFolder() {
        return folder.resolve("index");
    }

    public List<Path> roots() {
        return rootOfFile.values().stream().distinct().toList();
    }

    /// Reads all files into a sink, as the plain reader does.
    public void read(RecordSink sink) {
        rootOfFile.forEach((path, root) -> {
            try {
                if (sink.begin(root, path).isEmpty()) {
                    return;
                }
                JsonLineRecords.read(SourceFile.of(root, path), FORMATS.getFirst(), judged(sink));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    public EvidenceIndex index() {
        try (IndexWriter writer = IndexWriter.begin(indexFolder(), roots())) {
            read(writer);
            writer.commit();
            return EvidenceIndex.open(indexFolder(), FORMATS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecordSink judged(RecordSink sink) {
        return new RecordSink() {
            @Override
            public void record(FoundRecord found) {
                String line = new String(found.raw(), StandardCharsets.UTF_8);
                sink.record(new FoundRecord(
                        found.format(),
                        found.content(),
                        found.raw(),
                        line.contains(UNSEEKABLE) ? -1 : found.offset(),
                        found.place(),
                        line.contains(BROKEN) ? Integrity.broken("hash differs") : found.integrity()));
            }

            @Override
            public void finding(Finding finding) {
                sink.finding(finding);
            }
        };
    }
}

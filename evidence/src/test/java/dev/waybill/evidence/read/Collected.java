package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What a reader gave, for tests.
public final class Collected implements RecordSink {

    public final List<FoundRecord> records = new ArrayList<>();
    public final List<Finding> findings = new ArrayList<>();

    /// Reads a file that the reader must recognise.
    public static Collected read(EvidenceReader reader, Path path) {
        return read(reader, Objects.requireNonNull(path.toAbsolutePath().getParent()), path.toAbsolutePath());
    }

    public static Collected read(EvidenceReader reader, Path root, Path path) {
        try {
            SourceFile file = SourceFile.of(root, path);
            if (!reader.recognises(file)) {
                throw new AssertionError(reader.getClass().getSimpleName() + " does not recognise " + path);
            }
            Collected collected = new Collected();
            reader.read(file, collected);
            return collected;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void record(FoundRecord found) {
        records.add(found);
    }

    @Override
    public void finding(Finding finding) {
        findings.add(finding);
    }

    public List<FindingCode> codes() {
        return findings.stream().map(Finding::code).toList();
    }

    /// The records as a query sees them.
    public List<EvidenceRecord> evidence() {
        return records.stream()
                .map(found -> new EvidenceRecord(
                        found.format(), json(found), found.content(), found.place(), found.integrity()))
                .toList();
    }

    public static JsonObject json(FoundRecord found) {
        return (JsonObject) JsonReader.readAnyNumbers(found.raw(), JsonLimits.DOCUMENT);
    }
}

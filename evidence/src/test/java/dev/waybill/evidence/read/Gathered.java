package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a reader gave, for tests.
public final class Gathered implements RecordSink {

    public final List<FoundRecord> records = new ArrayList<>();
    public final List<Finding> findings = new ArrayList<>();

    public static Gathered by(EvidenceReader reader, Path file) {
        return by(reader, file.toAbsolutePath().resolve("..").normalize(), file.toAbsolutePath());
    }

    public static Gathered by(EvidenceReader reader, Path root, Path file) {
        try {
            Gathered gathered = new Gathered();
            SourceFile source = SourceFile.of(root, file);
            if (!reader.recognises(source)) {
                throw new AssertionError(reader.getClass().getSimpleName() + " does not know " + file);
            }
            reader.read(source, gathered);
            return gathered;
        } catch (IOException e) {
            throw new AssertionError(e);
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

    /// Each finding as `CODE@line`.
    public List<String> troubles() {
        return findings.stream()
                .map(finding -> finding.code() + "@"
                        + (finding.place() == null ? "" : finding.place().line()))
                .toList();
    }

    public List<FindingCode> codes() {
        return findings.stream().map(Finding::code).toList();
    }

    public List<String> ids() {
        return records.stream().map(record -> record.content().id().toString()).toList();
    }

    public FoundRecord only() {
        if (records.size() != 1) {
            throw new AssertionError("expected one record, found " + ids() + " and " + findings);
        }
        return records.getFirst();
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

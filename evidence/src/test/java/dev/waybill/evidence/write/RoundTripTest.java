package dev.waybill.evidence.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.assay.AssayReceipt;
import dev.waybill.evidence.read.assay.EvidenceZipReader;
import dev.waybill.evidence.read.assay.ProofPackReader;
import dev.waybill.evidence.read.plain.PlainRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T5 and T7 of the Evidence Wire Protocol: what nobody here knows survives every way through us.
class RoundTripTest {

    private static final List<String> VALUES = List.of(
            "\"test\"",
            "1e-07",
            "1e+22",
            "0.0",
            "12345678901234567890123",
            "{\"nested\":{\"deep\":[1,2.50,null]}}",
            "[\"a\",1,true,null,{\"b\":[]}]",
            "null",
            "true",
            "\"naïve ✓ 日本語 \\ud83d\\ude02\"",
            "\"\"");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> anUnknownMemberSurvivesAppendReadExportPackAndImport() {
        return VALUES.stream()
                .flatMap(value -> Stream.of("_ewp_future_field", "unknown_member")
                        .map(name -> DynamicTest.dynamicTest(name + " " + value, () -> survives(name, value))));
    }

    private void survives(String name, String value) throws Exception {
        Path work = Files.createTempDirectory(folder, "t7");
        JsonObject written = Packs.json("{\"receipt_id\":\"p_1\",\"type\":\"POLICY_APPLY\","
                + "\"timestamp\":\"2026-02-25T13:00:00Z\",\"_ewp_version\":\"0\",\"" + name + "\":" + value + "}");
        JsonValue expected = Objects.requireNonNull(written.get(name));

        Path log = work.resolve("log.jsonl");
        try (AppendLog append = AppendLog.open(log, AppendLog.Sync.FORCED)) {
            append.append(written);
        }
        Gathered read = lines(log);
        assertThat(read.evidence().getFirst().json().get(name)).isEqualTo(expected);

        Path exported = work.resolve("export.jsonl");
        Files.write(exported, RecordExport.line(read.records.getFirst().raw()));
        Gathered again = lines(exported);
        assertThat(again.evidence().getFirst().json()).isEqualTo(written);
        assertThat(RecordExport.cloudEvent(again.evidence().getFirst()).object("data"))
                .contains(written);

        new ProofPackWriter(Packs.options(), Packs.KEY).write(work.resolve("pack"), again.evidence());
        Gathered pack = Gathered.by(new ProofPackReader(() -> Packs.NOW), work.resolve("pack"));
        assertThat(pack.findings).isEmpty();
        same(pack.evidence().getFirst(), name, expected);

        EvidenceZipWriter.write(work.resolve("e.zip"), again.evidence(), EvidenceEnvelope.NONE, Packs.options());
        Gathered zip = Gathered.by(new EvidenceZipReader(), work.resolve("e.zip"));
        assertThat(zip.findings).isEmpty();
        same(zip.evidence().getFirst(), name, expected);
    }

    /// Assay spells numbers its own way; the value is the same.
    private static void same(EvidenceRecord record, String name, JsonValue expected) {
        JsonValue found = Objects.requireNonNull(record.json().get(name));
        assertThat(AssayJcs.canonicalBytes(found)).isEqualTo(AssayJcs.canonicalBytes(expected));
        assertThat(record.type()).isEqualTo("POLICY_APPLY");
        if (name.startsWith(EvidenceEnvelope.PREFIX)) {
            assertThat(record.envelope().members().get(name)).isEqualTo(found);
        }
    }

    @Test
    void aRecordThatLooksLikeAssaysComesBackAsWhoseItWas() throws Exception {
        EvidenceRecord record = Packs.record(PlainRecord.FORMAT, """
                {"receipt_id":"p_1","type":"guardian_verdict","timestamp":"2026-02-25T13:00:00Z","_ewp_version":"0",
                "_ewp_origin":"ccio/guardian","correlation_id":"c_1","parent_id":"p_0","unknown_member":1e-07}""");

        Packs.pack(folder.resolve("pack"), List.of(record));
        EvidenceRecord read = Gathered.by(new ProofPackReader(() -> Packs.NOW), folder.resolve("pack"))
                .evidence()
                .getFirst();
        assertThat(read.id()).hasToString("ccio:p_1");
        assertThat(read.content().parents()).hasToString("[ccio:p_0]");
        assertThat(read.content().identity()).isEqualTo(record.content().identity());
        assertThat(read.json().object("record").orElseThrow().get("unknown_member"))
                .hasToString("1E-7");
    }

    @Test
    void aRecordWithoutEnvelopeIsExportedByteForByte() throws Exception {
        Path file = folder.resolve("plain.jsonl");
        String line = "{\"receipt_id\" : \"r_1\",  \"n\": 1.0e-07, \"t\":\"na\\u00efve\"}";
        Files.writeString(file, line + "\n");

        FoundRecord found = lines(file).records.getFirst();
        assertThat(new String(RecordExport.line(found.raw()), StandardCharsets.UTF_8))
                .isEqualTo(line);
    }

    @Test
    void aRecordOfSeveralLinesIsExportedOnOne() {
        byte[] raw = "{\n  \"n\": 1e-07\n}".getBytes(StandardCharsets.UTF_8);

        assertThat(new String(RecordExport.line(raw), StandardCharsets.UTF_8)).isEqualTo("{\"n\":1e-07}");
    }

    @Test
    void anEpisodeExportKeepsItsCorrelationAndQualifiesItsReceipts() {
        EvidenceEnvelope envelope = EvidenceEnvelope.issued("corr-7", "ccio/export");
        JsonObject export = EpisodeExport.of(
                Packs.json("{\"export_version\":\"1.0\",\"exported_at\":\"2026-02-25T13:00:00Z\",\"source\":\"ccio\"}"),
                List.of(
                        Packs.json(
                                "{\"episode_id\":\"ep_1\",\"latency_ms\":1e-07,\"receipt_ids\":[\"a\",\"ccio:b\",\"sha256:c\",\"assay:r_1\"]}")),
                envelope);

        assertThat(export).isEqualTo(Packs.json("""
                {"metadata":{"export_version":"1.0","exported_at":"2026-02-25T13:00:00Z","source":"ccio","episode_count":1,
                "_ewp_version":"0","_ewp_correlation_id":"corr-7","_ewp_origin":"ccio/export"},
                "episodes":[{"episode_id":"ep_1","latency_ms":1e-07,
                "receipt_ids":["ccio:a","ccio:b","ccio:sha256:c","assay:r_1"]}]}"""));
        assertThat(EpisodeExport.again(export)).isEqualTo(export);
    }

    @Test
    void anExportThatWasReadIsWrittenWithNothingElseChanged() {
        JsonObject read = Packs.json("""
                {"metadata":{"_ewp_correlation_id":"c","_ewp_future_field":[1e-07],"receipt_ids":["m"]},"receipt_ids":["t"],
                "episodes":[{"receipt_ids":["a",5,""],"x":0.0},"odd"],"more":{"receipt_ids":["untouched"]}}""");

        assertThat(EpisodeExport.again(read)).isEqualTo(Packs.json("""
                {"metadata":{"_ewp_correlation_id":"c","_ewp_future_field":[1e-07],"receipt_ids":["ccio:m"]},"receipt_ids":["ccio:t"],
                "episodes":[{"receipt_ids":["ccio:a",5,""],"x":0.0},"odd"],"more":{"receipt_ids":["untouched"]}}"""));
    }

    @Test
    void aCloudEventNamesCorrelationAndCause() {
        EvidenceRecord record = Packs.assay("""
                {"receipt_id":"r_2","type":"guardian_verdict","timestamp":"2026-03-01T10:00:00.5+01:00",
                "parent_receipt_id":"r_1","_ewp_version":"0","_ewp_correlation_id":"c-1","_ewp_task_id":"task_1",
                "_ewp_parent_ids":["agentmesh:evt_000029"]}""");

        assertThat(RecordExport.cloudEvent(record).without("data")).isEqualTo(Packs.json("""
                {"specversion":"1.0","id":"r_2","source":"urn:evidence:assay","type":"dev.waybill.evidence.guardian_verdict",
                "time":"2026-03-01T09:00:00.500Z","subject":"task_1","correlationid":"c-1","causationid":"assay:r_1",
                "parentids":"assay:r_1 agentmesh:evt_000029","evidenceformat":"assay/receipt","datacontenttype":"application/json"}"""));
    }

    @Test
    void aTimeWithoutZoneIsNotGuessed() {
        EvidenceRecord record = Packs.assay("{\"receipt_id\":\"r\",\"timestamp\":\"2026-03-01T10:00:00\"}");

        assertThat(RecordExport.cloudEvent(record).has("time")).isFalse();
    }

    private static Gathered lines(Path file) throws Exception {
        Gathered collected = new Gathered();
        JsonLineRecords.read(
                SourceFile.of(Objects.requireNonNull(file.getParent()), file), AssayReceipt.FORMAT, collected);
        assertThat(collected.findings).isEmpty();
        return collected;
    }
}

package dev.waybill.evidence.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.assay.EvidenceZip;
import dev.waybill.evidence.read.assay.EvidenceZipReader;
import dev.waybill.evidence.read.assay.PackVerdict;
import dev.waybill.evidence.read.assay.ProofPackReader;
import dev.waybill.evidence.read.assay.ProofPackVerifier;
import dev.waybill.receipt.bundle.ZipArchive;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofPackWriterTest {

    private static final String EVENT = """
            {"event_id":"evt_000001","kind":"TASK_TRANSITION","ts":"2026-03-01T09:00:00+00:00","agent_id":"a1",
            "payload":{"_ewp_version":"0","_ewp_task_id":"task_1","score":0.0},"signature":"kept","event_hash":"sha256:x"}""";

    @TempDir
    Path folder;

    @Test
    void aPackThatWeWroteHolds() throws Exception {
        PackVerdict verdict = ProofPackVerifier.verify(Packs.pack(folder.resolve("pack")), Packs.NOW);

        assertThat(verdict.errors()).isEmpty();
        assertThat(verdict.warnings()).isEmpty();
        assertThat(verdict.outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(verdict.receipts()).isEqualTo(3);
        assertThat(verdict.signer()).startsWith("tester (");
    }

    @Test
    void anEmptyPackHolds() throws Exception {
        Path pack = Packs.pack(folder.resolve("pack"), List.of());

        assertThat(Files.size(pack.resolve("receipt_pack.jsonl"))).isZero();
        assertThat(ProofPackVerifier.verify(pack, Packs.NOW).outcome()).isEqualTo(PackVerdict.Outcome.PASS);
    }

    @Test
    void equalRecordsGiveEqualPacksWhateverTheirOrder() throws Exception {
        Path one = Packs.pack(folder.resolve("one"), List.of(Packs.receipt("r_1", 1), Packs.receipt("r_2", 2)));
        Path two = Packs.pack(folder.resolve("two"), List.of(Packs.receipt("r_2", 2), Packs.receipt("r_1", 1)));

        for (String name : List.of(
                "receipt_pack.jsonl",
                "pack_manifest.json",
                "pack_signature.sig",
                "verify_report.json",
                "verify_transcript.md")) {
            assertThat(two.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
        }
    }

    @Test
    void aTypeOfTheRegistryGoesInUnderAnAliasAndComesOutAsItself() throws Exception {
        Path pack = Packs.pack(folder.resolve("pack"));
        EvidenceRecord apply = imported(pack).getFirst();

        assertThat(Files.readString(pack.resolve("receipt_pack.jsonl"))).contains("\"type\":\"ewp.policy_apply/v0\"");
        assertThat(apply.type()).isEqualTo("POLICY_APPLY");
        assertThat(apply.id()).isEqualTo(new QualifiedId(Repo.CCIO, "policy_apply_1"));
        assertThat(apply.content()).isEqualTo(Packs.policyApply().content());
        assertThat(apply.integrity().level()).isEqualTo(Integrity.Level.SIGNED);
    }

    @Test
    void aRecordOfAnotherSystemGoesInWholeAndComesOutAsItWas() {
        EvidenceRecord event = Packs.event(EVENT);
        EvidenceRecord packed =
                imported(Packs.pack(folder.resolve("pack"), List.of(event))).getFirst();

        assertThat(packed.content()).isEqualTo(event.content());
        assertThat(packed.envelope()).isEqualTo(event.envelope());
        assertThat(packed.json().object("record").flatMap(record -> record.string("signature")))
                .contains("kept");
    }

    @Test
    void aRecordWithoutATimeGetsNone() {
        EvidenceRecord event = Packs.event("{\"event_id\":\"e\",\"kind\":\"K\"}");

        assertThat(imported(Packs.pack(folder.resolve("pack"), List.of(event)))
                        .getFirst()
                        .content()
                        .time())
                .isNull();
    }

    /// Python's `splitlines`, with which Assay reads, ends a line at more than a line feed.
    @Test
    void aTextWithLineSeparatorsStaysOneLineForEverybody() throws Exception {
        EvidenceRecord event =
                Packs.event("{\"event_id\":\"e\",\"kind\":\"K\",\"payload\":{\"text\":\"a\u0085b\u2028c\u2029d\"}}");
        Path pack = Packs.pack(folder.resolve("pack"), List.of(event));

        assertThat(Files.readString(pack.resolve("receipt_pack.jsonl")))
                .contains("a\\u0085b\\u2028c\\u2029d")
                .doesNotContainPattern("[\\x{85}\\x{2028}\\x{2029}]");
        assertThat(imported(pack).getFirst().json().object("record")).contains(event.json());
    }

    /// Assay hashes a line as it would write it itself: `1.50` goes in as `1.5`, and is the same number.
    @Test
    void numbersOfAGateReportGoInAsAssaySpellsThem() throws Exception {
        EvidenceRecord receipt = Packs.event("""
                {"event_id":"e","kind":"ASSAY_RECEIPT","ts":"2026-03-01T10:00:00Z","payload":{"gate_report":
                {"current_score":1.50,"min_score":0.0,"tiny":1e-07,"cost":571.0}}}""");
        Path pack = Packs.pack(folder.resolve("pack"), List.of(receipt));

        assertThat(Files.readString(pack.resolve("receipt_pack.jsonl")))
                .contains("\"cost\":571,\"current_score\":1.5,\"min_score\":0,\"tiny\":1E-7");
        assertThat(ProofPackVerifier.verify(pack, Packs.NOW).outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(imported(pack).getFirst().content()).isEqualTo(receipt.content());
    }

    @Test
    void aRecordFromTheDayAfterTomorrowKeepsItsTimeUnderOneThatAssayBelieves() throws Exception {
        EvidenceRecord ahead =
                Packs.assay("{\"receipt_id\":\"r\",\"type\":\"model_call\",\"timestamp\":\"2999-01-01T00:00:00Z\"}");
        Path pack = Packs.pack(folder.resolve("pack"), List.of(ahead));

        assertThat(ProofPackVerifier.verify(pack, Packs.NOW).outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(imported(pack).getFirst().content().time())
                .isEqualTo(ahead.content().time());
    }

    @Test
    void theSameRecordTwiceGoesInOnce() {
        assertThat(imported(
                        Packs.pack(folder.resolve("pack"), List.of(Packs.receipt("r_1", 1), Packs.receipt("r_1", 1)))))
                .hasSize(1);
    }

    @Test
    void twoRecordsWithOneIdAreRefused() {
        assertThatThrownBy(() ->
                        Packs.pack(folder.resolve("pack"), List.of(Packs.receipt("r_1", 1), Packs.receipt("r_1", 2))))
                .hasMessageContaining("assay:r_1");
        assertThat(folder.resolve("pack")).doesNotExist();
    }

    @Test
    void whatAssayWouldRefuseIsRefused() {
        EvidenceRecord named = Packs.assay(
                "{\"receipt_id\":\"r\",\"type\":\"model_call\",\"timestamp\":\"2026-03-01T10:00:00Z\",\"ä\":1}");

        assertThatThrownBy(() -> Packs.pack(folder.resolve("pack"), List.of(named)))
                .hasMessageContaining("assay:r")
                .hasMessageContaining("ASCII");
    }

    @Test
    void aFolderThatHoldsSomethingIsLeftAlone() throws Exception {
        Files.writeString(folder.resolve("mine"), "x");

        assertThatThrownBy(() -> new ProofPackWriter(Packs.options(), Packs.KEY).write(folder, List.of()))
                .isInstanceOf(ExportRefused.class)
                .hasMessageContaining("mine");
    }

    @Test
    void anEvidenceZipHoldsAndCarriesTheEnvelope() throws Exception {
        Path zip = folder.resolve("evidence.zip");
        EvidenceEnvelope envelope =
                new EvidenceEnvelope(Packs.json("{\"_ewp_version\":\"0\",\"_ewp_future_field\":1e-07}"));
        EvidenceZipWriter.write(zip, List.of(Packs.policyApply(), Packs.event(EVENT)), envelope, Packs.options());
        Gathered read = Gathered.by(new EvidenceZipReader(), zip);

        assertThat(EvidenceZip.verify(zip).outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(read.findings).isEmpty();
        assertThat(read.evidence().stream().map(EvidenceRecord::content).toList())
                .containsExactlyInAnyOrder(
                        Packs.policyApply().content(), Packs.event(EVENT).content());
        try (ZipArchive archive = ZipArchive.open(zip)) {
            byte[] metadata = archive.read(archive.find("build_metadata.json").orElseThrow(), 1 << 20);
            JsonObject json = Packs.json(new String(metadata, StandardCharsets.UTF_8));
            assertThat(EvidenceEnvelope.of(json)).isEqualTo(envelope);
        }
    }

    private static List<EvidenceRecord> imported(Path pack) {
        Gathered read = Gathered.by(new ProofPackReader(() -> Packs.NOW), pack);
        assertThat(read.findings).isEmpty();
        return read.evidence();
    }
}

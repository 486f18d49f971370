package dev.waybill.evidence.read.assay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.testkit.Interop;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Packs that Assay and AgentMesh wrote, with the verdicts of `assay verify-pack`: 9 listed ones, 5 of our own runs,
/// and a trace in the store and in a zip.
class AssayPacksInteropTest {

    private static final Instant NOW = Instant.parse("2026-11-16T00:00:00Z");
    private static final String ROOT = "ewp/";

    @TestFactory
    Stream<DynamicTest> thePacksGetAssaysVerdicts() {
        return Interop.text(ROOT + "assay-packs/expected-verdicts.tsv")
                .lines()
                .skip(1)
                .map(line -> line.split("\t"))
                .map(row -> DynamicTest.dynamicTest(row[3], () -> {
                    PackVerdict verdict = verify("assay-packs/" + row[3]);
                    assertThat(verdict.outcome().name()).isEqualTo(row[1]);
                    assertThat(first(verdict)).isEqualTo(row[2]);
                    assertThat(recordsOf("assay-packs/" + row[3]).records)
                            .allMatch(found -> found.integrity().isBroken() == row[1].equals("TAMPERED"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> thePacksGetTheReportsThatAssayPrinted() {
        return Stream.of(
                        List.of("proof_pack_ewp", "verify_ok.json"),
                        List.of("proof_pack_tampered", "verify_tampered.json"),
                        List.of("proof_pack_flat_ewp_type", "verify_flat_type.json"))
                .map(pair -> DynamicTest.dynamicTest(pair.getFirst(), () -> {
                    JsonObject report = json("assay/" + pair.getLast());
                    PackVerdict verdict = verify("assay/" + pair.getFirst());
                    // Assay calls a type that it does not know tampering, though every hash and signature holds.
                    boolean authentic = pair.getFirst().equals("proof_pack_flat_ewp_type");
                    assertThat(verdict.outcome().name())
                            .isEqualTo(
                                    authentic
                                            ? "INVALID"
                                            : report.string("verdict").orElseThrow());
                    assertThat(verdict.head())
                            .isEqualTo(report.string("head_hash").orElseThrow());
                    assertThat(verdict.packId())
                            .isEqualTo(report.string("pack_id").orElseThrow());
                    assertThat(first(verdict))
                            .isEqualTo(report.array("errors").orElse(JsonArray.EMPTY).items().stream()
                                    .findFirst()
                                    .flatMap(error -> ((JsonObject) error).string("code"))
                                    .orElse("-"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> otherPacksHold() {
        return Stream.of("assay/mcp_proof_pack", "agentmesh-pr47-assay_pack")
                .map(pack -> DynamicTest.dynamicTest(pack, () -> {
                    PackVerdict verdict = verify(pack);
                    assertThat(verdict.errors()).isEmpty();
                    assertThat(recordsOf(pack).records).hasSize((int) verdict.receipts());
                }));
    }

    @Test
    void theEnvelopeOfAReceiptIsReadAtTheRoot() {
        Gathered pack = recordsOf("assay/proof_pack_ewp");
        EvidenceRecord receipt = pack.evidence().get(1);

        assertThat(receipt.integrity().level()).isEqualTo(Integrity.Level.SIGNED);
        assertThat(receipt.content().parents())
                .containsExactly(
                        new QualifiedId(Repo.ASSAY, "r_79498df64e29"), new QualifiedId(Repo.AGENTMESH, "evt_000029"));
        assertThat(receipt.content().identity().value(Field.TASK)).contains("task_8c69bd04b163");
        assertThat(receipt.envelope().text("_ewp_future_field")).contains("test");
    }

    @Test
    void theEnvelopeOfAnAdaptedEventIsReadWhereAgentMeshPutsIt() {
        Gathered pack = recordsOf("agentmesh-pr47-assay_pack");
        EvidenceRecord event = pack.evidence().stream()
                .filter(record -> record.id().id().equals("agentmesh_event_evt_000017"))
                .findFirst()
                .orElseThrow();

        assertThat(event.envelope().text(EvidenceEnvelope.ORIGIN)).contains("agentmesh/assay_commit_hook");
        assertThat(event.content().aliases()).containsExactly(new QualifiedId(Repo.AGENTMESH, "evt_000017"));
        assertThat(event.content().identity().value(Field.AGENT)).contains("agent_dev_1");
    }

    @Test
    void theStoreAndThePackGiveTheSameRecords() {
        Gathered store = Gathered.by(
                new AssayStoreReader(),
                Interop.path(ROOT + "assay/store-day-dir/trace_20261115T175638_4b714286.jsonl"));
        Gathered pack = recordsOf("assay/proof_pack_ewp");

        assertThat(store.findings).isEmpty();
        assertThat(store.evidence().stream().map(EvidenceRecord::content).toList())
                .usingRecursiveComparison()
                .isEqualTo(pack.evidence().stream().map(EvidenceRecord::content).toList());
    }

    @Test
    void theEvidenceZipGivesTheRootThatAssayComputed() throws Exception {
        Path zip = Interop.path(ROOT + "assay/evidence_pack.zip");
        PackVerdict verdict = EvidenceZip.verify(zip);
        Gathered records = Gathered.by(new EvidenceZipReader(), zip);

        assertThat(verdict.errors()).isEmpty();
        assertThat(verdict.head()).isEqualTo("af500bbca5f7bc27f106ce5147c083076cfbc5dadb9688bf2b892b0a4e78cc88");
        assertThat(records.findings).isEmpty();
        assertThat(records.records)
                .hasSize(3)
                .allMatch(found -> found.integrity().level() == Integrity.Level.HASHED);
    }

    @Test
    void aTamperedPackIsAFinding() {
        assertThat(recordsOf("assay/proof_pack_tampered").codes()).containsExactly(FindingCode.TAMPERED);
    }

    private static PackVerdict verify(String pack) throws Exception {
        return ProofPackVerifier.verify(Interop.path(ROOT + pack), NOW);
    }

    private static Gathered recordsOf(String pack) {
        return Gathered.by(new ProofPackReader(() -> NOW), Interop.path(ROOT + pack));
    }

    private static String first(PackVerdict verdict) {
        return verdict.first().map(error -> error.code().name()).orElse("-");
    }

    private static JsonObject json(String file) {
        return (JsonObject) JsonReader.readAnyNumbers(Interop.bytes(ROOT + file), JsonLimits.DOCUMENT);
    }
}

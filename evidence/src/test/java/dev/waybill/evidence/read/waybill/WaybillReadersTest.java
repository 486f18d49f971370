package dev.waybill.evidence.read.waybill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.write.Packs;
import dev.waybill.evidence.write.RecordExport;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaybillReadersTest {

    private static final WorkflowId WORKFLOW = new WorkflowId("wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9");
    private static final StepId FIRST = new StepId("step_01JD2ZJ0A1B2C3D4E5F6G7H8K1");
    private static final StepId SECOND = new StepId("step_01JD2ZJ0A1B2C3D4E5F6G7H8K2");
    private static final String EVENT = """
            {"eventId":"evt_1","runId":"%s","sequence":0,"type":"run.started","timestamp":"2026-03-01T10:00:00.000000Z",%s\
            "payload":{},"_ewp_version":"0","_ewp_correlation_id":"corr-1","_ewp_future_field":1e-07}""";

    @TempDir
    Path folder;

    private String secondText = "";
    private QualifiedId secondId = id("none");
    private QualifiedId secondRef = id("none");
    private Path bundle = Path.of("");

    @BeforeEach
    void bundle() throws IOException {
        ReceiptIssuer issuer = new ReceiptIssuer(Packs.KEY, Wire.V0_2, "https://waybill.example");
        Receipt first = issuer.issue(
                draft("018f0000-0000-7000-8000-000000000001", FIRST, List.of()).build());
        Receipt second = issuer.issue(draft("018f0000-0000-7000-8000-000000000002", SECOND, List.of(FIRST))
                .extension(EvidenceEnvelope.RECEIPT_KEY, Packs.json("""
                        {"_ewp_version":"0","_ewp_correlation_id":"corr-1","_ewp_future_field":{"a":[null]},
                        "_ewp_parent_ids":["step_01JD2ZJ0A1B2C3D4E5F6G7H8K1","assay:r_1"]}"""))
                .build());
        secondText = second.compact();
        secondId = id(second.id());
        secondRef = id(second.ref().toString());
        bundle = folder.resolve("run.waybill");
        write(first, second);
    }

    @Test
    void aBundleThatLacksAParentIsIncomplete() throws IOException {
        write(Receipt.decode(secondText));

        assertThat(read().codes()).containsOnly(FindingCode.INCOMPLETE);
        assertThat(read().records.getFirst().integrity().level()).isEqualTo(Integrity.Level.SIGNED);
    }

    private void write(Receipt... receipts) throws IOException {
        KeySet keys = KeySet.of("https://waybill.example", Packs.KEY.verificationKey());
        try (BundleWriter writer = BundleWriter.create(bundle, BundleKind.FULL, keys)) {
            for (Receipt receipt : receipts) {
                writer.add(receipt);
            }
            writer.event(Packs.json(EVENT.formatted("run_1", "")));
            writer.finish();
        }
    }

    private static ReceiptDraft.Builder draft(String id, StepId step, List<StepId> parents) {
        return ReceiptDraft.builder(id, 1_772_359_200L)
                .workflow(WorkflowContext.builder(WORKFLOW, step)
                        .parents(parents)
                        .orchestratorId("planner")
                        .build());
    }

    @Test
    void everyReceiptOfABundleIsASignedRecord() {
        Gathered read = read();
        EvidenceRecord record = read.evidence().get(1);

        assertThat(read.findings).isEmpty();
        assertThat(record.id()).isEqualTo(secondId);
        assertThat(record.content().aliases()).contains(secondRef, id(SECOND.value()));
        assertThat(record.integrity()).isEqualTo(Integrity.signedBy("test"));
        assertThat(record.content().parents()).containsExactly(id(FIRST.value()), new QualifiedId(Repo.ASSAY, "r_1"));
        assertThat(record.content().identity().value(Field.CORRELATION)).contains("corr-1");
        assertThat(record.content().identity().value(Field.AGENT)).contains("planner");
        assertThat(record.envelope().members().get("_ewp_future_field")).isEqualTo(Packs.json("{\"a\":[null]}"));
    }

    @Test
    void aReceiptThatDisclosesItsParentsIsSignedAndNamesThem() throws IOException {
        String disclosure = Redactable.disclose(List.of(FIRST), new byte[16]);
        Receipt second = new ReceiptIssuer(Packs.KEY, Wire.V0_2, "https://waybill.example")
                .issue(draft("018f0000-0000-7000-8000-000000000002", SECOND, List.of(FIRST))
                        .disclosure(disclosure)
                        .build());
        write(read().records.getFirst(), second.compact() + "~" + disclosure + "~");
        Gathered read = read();

        assertThat(read.findings).isEmpty();
        assertThat(read.records.get(1).integrity().level()).isEqualTo(Integrity.Level.SIGNED);
        assertThat(read.records.get(1).content().parents()).containsExactly(id(FIRST.value()));
        assertThat(read.evidence()
                        .get(1)
                        .format()
                        .content(read.evidence().get(1).json()))
                .isEqualTo(read.records.get(1).content());
    }

    private void write(FoundRecord first, String second) throws IOException {
        KeySet keys = KeySet.of("https://waybill.example", Packs.KEY.verificationKey());
        try (BundleWriter writer = BundleWriter.create(bundle, BundleKind.FULL, keys)) {
            writer.add(Receipt.decode(Gathered.json(first).string("receipt").orElseThrow()));
            writer.add(second.getBytes(StandardCharsets.US_ASCII));
            writer.finish();
        }
    }

    @Test
    void parentsLeadToWhatIsThere() {
        List<EvidenceRecord> records = read().evidence();

        assertThat(records.get(0).content().aliases())
                .contains(records.get(1).content().parents().getFirst());
    }

    @Test
    void theEventsOfABundleComeAlong() {
        EvidenceRecord event = read().evidence().get(2);

        assertThat(event.type()).isEqualTo("run.started");
        assertThat(event.place()).hasToString(folder.getFileName() + "/run.waybill!events.ndjson:1");
    }

    @Test
    void aReceiptThatIsExportedIsTheSameRecord() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (var found : read().records.subList(0, 2)) {
            out.writeBytes(RecordExport.line(found.raw()));
            out.write('\n');
        }
        Path lines = folder.resolve("receipts.jsonl");
        Files.write(lines, out.toByteArray());
        Gathered again = Gathered.by(WaybillReceipt.LINES, lines);

        assertThat(again.findings).isEmpty();
        assertThat(again.records.stream().map(found -> found.content()).toList())
                .isEqualTo(read().records.subList(0, 2).stream()
                        .map(found -> found.content())
                        .toList());
    }

    @Test
    void aChangedBundleIsTampered() throws IOException {
        byte[] content = Files.readAllBytes(bundle);
        int at = new String(content, StandardCharsets.ISO_8859_1).indexOf(secondText) + secondText.length() - 10;
        content[at] = (byte) (content[at] == 'A' ? 'B' : 'A');
        Files.write(bundle, content);
        Gathered read = read();

        assertThat(read.codes()).contains(FindingCode.TAMPERED);
        assertThat(read.records.get(0).integrity().isBroken()).isFalse();
        assertThat(read.records.get(1).integrity().isBroken()).isTrue();
    }

    @Test
    void noDamageDoesMoreThanAFinding() throws IOException {
        byte[] whole = Files.readAllBytes(bundle);
        Seeds.check(300, random -> {
            byte[] content = whole.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                content[random.nextInt(content.length)] = (byte) random.nextInt(256);
            }
            try {
                Files.write(bundle, content);
                SourceFile file = SourceFile.of(folder, bundle);
                if (reader().recognises(file)) {
                    reader().read(file, new Gathered());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void anEventIsNamedWithItsRunSoThatAForkRepeatsNothing() throws IOException {
        Path lines = folder.resolve("events.jsonl");
        Files.writeString(
                lines,
                EVENT.formatted("run_1", "") + "\n" + EVENT.formatted("run_2", "\"causationId\":\"evt_0\",") + "\n");
        Gathered read = Gathered.by(WaybillEvent.LINES, lines);

        assertThat(read.findings).isEmpty();
        assertThat(read.records.stream().map(found -> found.content().id()).toList())
                .containsExactly(id("run_1/evt_1"), id("run_2/evt_1"));
        assertThat(read.records.get(1).content().aliases()).containsExactly(id("evt_1"));
        assertThat(read.records.get(1).content().parents()).containsExactly(id("run_2/evt_0"));
        assertThat(read.evidence().getFirst().envelope().text(EvidenceEnvelope.CORRELATION_ID))
                .contains("corr-1");
        assertThat(JsonWriter.compact(Objects.requireNonNull(
                        read.evidence().getFirst().envelope().members().get("_ewp_future_field"))))
                .isEqualTo("1e-07");
    }

    @Test
    void anEventWithoutItsMembersIsAFinding() throws IOException {
        Path lines = folder.resolve("events.jsonl");
        Files.writeString(lines, EVENT.formatted("run_1", "") + "\n{\"eventId\":\"evt_2\"}\n[]\n");
        Gathered read = Gathered.by(WaybillEvent.LINES, lines);

        assertThat(read.records).hasSize(1);
        assertThat(read.codes()).containsExactly(FindingCode.UNREADABLE_LINE, FindingCode.UNREADABLE_LINE);
    }

    private Gathered read() {
        return Gathered.by(reader(), bundle);
    }

    private static WaybillBundleReader reader() {
        return new WaybillBundleReader(() -> Packs.NOW);
    }

    private static QualifiedId id(String id) {
        return new QualifiedId(Repo.WAYBILL, id);
    }
}

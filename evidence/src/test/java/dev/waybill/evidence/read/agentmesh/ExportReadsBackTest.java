package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.evidence.write.ExportedLines;
import dev.waybill.evidence.write.RecordExport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records of several systems and several stores that are exported into one file come back as what they were.
class ExportReadsBackTest {

    @TempDir
    Path folder;

    private Gathered found;

    @BeforeEach
    void severalSystems() throws IOException {
        write("one/events.jsonl", String.join("\n", Mesh.events(12)) + "\n");
        write("two/events.jsonl", String.join("\n", Mesh.events(3)) + "\n");
        write("two/weave_events.rows.jsonl", Mesh.lines(Mesh.weave(4)));
        write("two/commits.jsonl", Mesh.commit("feat: x", "", List.of("a.py")) + "\n");
        write("ccio/policy.jsonl", """
                {"receipt_id":"policy_apply_1","type":"POLICY_APPLY","lever":"L","old_value":0.70,"new_value":0.650}
                {"receipt_id":"n_1","type":"NOTE","_ewp_version":"0","_ewp_origin":"ccio/x"}
                """);
        write("run/events.ndjson", """
                {"eventId":"ev_1","runId":"run_1","sequence":0,"type":"run.started","timestamp":"2026-02-25T13:00:00Z"}
                """);
        write(
                "assay/trace_1.jsonl",
                "{\"receipt_id\":\"r_1\",\"type\":\"x\",\"_trace_id\":\"trace_1\",\"_store_seq\":7}\n");
        found = scan(folder);
        assertThat(found.findings).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    private static Gathered scan(Path path) {
        Gathered gathered = new Gathered();
        Scan.read(List.of(path), gathered);
        return gathered;
    }

    private static List<RecordContent> contents(Gathered gathered) {
        return gathered.records.stream().map(FoundRecord::content).toList();
    }

    @Test
    void asLines() throws IOException {
        ExportedLines lines = new ExportedLines();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < found.records.size(); i++) {
            out.writeBytes(
                    lines.next(found.evidence().get(i), found.records.get(i).raw()));
        }
        Path file = Files.write(folder.resolve("all.jsonl"), out.toByteArray());
        Gathered again = scan(file);
        assertThat(again.findings).isEmpty();
        assertThat(contents(again)).isEqualTo(contents(found));
        assertThat(Files.readAllLines(file)).containsAll(Files.readAllLines(folder.resolve("two/events.jsonl")));
    }

    @Test
    void someOfAChainAsLines() throws IOException {
        ExportedLines lines = new ExportedLines();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(lines.next(found.evidence().get(5), found.records.get(5).raw()));
        out.writeBytes(lines.next(found.evidence().get(9), found.records.get(9).raw()));
        Gathered again = scan(Files.write(folder.resolve("some.jsonl"), out.toByteArray()));
        assertThat(again.findings).isEmpty();
        assertThat(again.records).hasSize(2);
    }

    @Test
    void asCloudEvents() throws IOException {
        String events = found.evidence().stream()
                .map(RecordExport::cloudEvent)
                .map(event -> event + "\n")
                .collect(Collectors.joining());
        Gathered again = scan(Files.writeString(folder.resolve("bus.jsonl"), events));
        assertThat(again.findings).isEmpty();
        assertThat(contents(again)).isEqualTo(contents(found));
        assertThat(again.evidence().stream().map(EvidenceRecord::json))
                .isEqualTo(found.evidence().stream().map(EvidenceRecord::json).toList());
    }

    @Test
    void aCloudEventOfAnybodyIsARecord() throws IOException {
        Gathered gathered =
                scan(Files.write(folder.resolve("bus.ndjson"), List.of("""
                        {"id":"e-1","source":"/ci","specversion":"1.0","type":"com.example.built",\
                        "time":"2026-02-25T13:00:00Z","correlationid":"c_1","causationid":"agentmesh:evt_000001",\
                        "data":{"task_id":"task_1"}}""", """
                        {"specversion":"1.0","id":"e-2","source":"urn:evidence:ccio","type":"x",\
                        "data":{"_ewp_version":"0","_ewp_task_id":"task_2"}}""", """
                        {"specversion":"1.0","id":"e-3","source":"/runs","type":"y","data":{"eventId":"ev_1",\
                        "runId":"run_1","sequence":0,"type":"run.started","timestamp":"2026-02-25T13:00:00Z"}}"""), StandardCharsets.UTF_8));
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.ids().subList(0, 2)).containsExactly("waybill:e-1", "ccio:e-2");
        assertThat(gathered.records.getFirst().content().parents()).hasToString("[agentmesh:evt_000001]");
        assertThat(gathered.records.get(2).content().type()).isEqualTo("run.started");
    }

    @Test
    void linesThatOnlySpeakOfCloudEventsAreNone() throws IOException {
        Path file = Files.writeString(
                folder.resolve("x.jsonl"),
                Rec.of("waybill:r", "NOTE")
                                .with("says", "{\"specversion\":\"1.0\"}")
                                .json() + "\n");
        assertThat(scan(file).ids()).containsExactly("waybill:r");
    }
}

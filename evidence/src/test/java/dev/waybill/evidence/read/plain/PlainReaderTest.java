package dev.waybill.evidence.read.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainReaderTest {

    @TempDir
    Path folder;

    private Gathered read(String name, String text) {
        return read(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Gathered read(String name, byte[] bytes) {
        try {
            return Gathered.by(new PlainReader(), Files.write(folder.resolve(name), bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void severalKindsMeetInOneFile() {
        Gathered gathered = read("mixed.jsonl", """
                {"type":"POLICY_APPLY","receipt_id":"policy_apply_1","_ewp_version":"0","_ewp_origin":"ccio/guardian"}
                {"ccoi_version":"0.1","source_organ":"agentmesh","correlation_id":"task_a","ts_sent":"2026-03-15T14:00:00.123Z","payload":{"episode_id":"ep_1"}}
                {"receipt_id":"d1","receipt_type":"decision_v1","decision_type":"gate_evaluation","verdict":"APPROVE","policy_hash":"a3f8","episode_id":"ep_1"}
                {"id":"r_0123456789ab","type":"guardian_verdict","timestamp":"2026-03-15T14:00:00Z"}
                """);
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records.stream().map(record -> record.format().name()))
                .containsExactly("policy/record", "ccio/ccoi", "ccio/decision", "plain/record");
        assertThat(gathered.ids().get(1)).matches("agentmesh:ccoi_[0-9a-f]{12}");
        assertThat(gathered.ids().get(3)).isEqualTo("assay:r_0123456789ab");
        assertThat(gathered.records.get(1).content().identity().value(Field.CORRELATION))
                .contains("task_a");
        assertThat(gathered.records.get(2).content().identity().value(Field.POLICY_VERSION))
                .contains("a3f8");
        assertThat(gathered.records.get(2).content().facts().string(Fact.OUTCOME))
                .contains("APPROVE");
    }

    @Test
    void aLineIsKeptAsItIs() {
        String line = "{ \"id\": \"x\",  \"_ewp_version\": \"0\", \"_ewp_future_field\": 1e-07, \"n\": 1.50 }";
        FoundRecord record = read("a.jsonl", line + "\r\n").only();
        assertThat(new String(record.raw(), StandardCharsets.UTF_8)).isEqualTo(line);
        assertThat(record.offset()).isZero();
    }

    @Test
    void aRecordWithoutAnIdGetsOneThatStays() {
        String one = read("a.jsonl", "{\"type\":\"A b/C\",\"n\":1,\"m\":2}\n")
                .only()
                .content()
                .id()
                .toString();
        assertThat(one).matches("waybill:a_b_c_[0-9a-f]{12}");
        assertThat(read("b.jsonl", "{\"m\": 2, \"n\": 1, \"type\": \"A b/C\"}\n")
                        .ids())
                .containsExactly(one);
        assertThat(read("b.jsonl", "{\"m\": 2, \"n\": 1.0, \"type\": \"A b/C\"}\n")
                        .ids())
                .doesNotContain(one);
    }

    @Test
    void emptyTextsAreAbsent() {
        FoundRecord record = read(
                        "a.jsonl",
                        "{\"receipt_id\":\"\",\"event_id\":\"evt_000001\",\"_ewp_version\":\"0\",\"_ewp_episode_id\":\"\","
                                + "\"episode_id\":\"ep_1\",\"_ewp_parent_ids\":[\"\",7,\"a\"]}\n")
                .only();
        assertThat(record.content().id()).hasToString("agentmesh:evt_000001");
        assertThat(record.content().identity().value(Field.EPISODE)).contains("ep_1");
        assertThat(record.content().parents()).hasToString("[agentmesh:a]");
    }

    @Test
    void anEmptyVersionIsNone() {
        assertThat(read("a.jsonl", "{\"id\":\"x\",\"_ewp_version\":\"\"}\n").troubles())
                .containsExactly("EWP_VERSION_MISSING@1");
    }

    @Test
    void oneRecordCanBeAWholeFile() {
        FoundRecord record = read(
                        "approve.json",
                        "{\n \"receipt_id\": \"d2\",\n \"receipt_type\": \"decision_v1\", \"decision_type\": \"rollback\","
                                + " \"parent_receipt_id\": \"d1\", \"supersedes\": \"d1\"\n}\n")
                .only();
        assertThat(record.content().parents()).hasToString("[ccio:d1]");
        assertThat(record.content().facts().string("supersedes")).contains("d1");
    }

    @Test
    void badLinesAreToldAndTheRestIsRead() {
        Gathered gathered = read("a.jsonl", "{\"id\":\"1\"}\n[1]\n{\"id\":\n\n{\"id\":\"2\"}");
        assertThat(gathered.ids()).containsExactly("waybill:1", "waybill:2");
        assertThat(gathered.troubles()).containsExactly("UNREADABLE_LINE@2", "UNREADABLE_LINE@3");
    }

    @Test
    void anyBytesAreReadWithoutAnException() {
        byte[] sound = ("{\"type\":\"POLICY_APPLY\",\"_ewp_parent_ids\":[\"a\"],\"lever\":\"x\"}\n"
                        + "{\"ccoi_version\":\"0.1\",\"payload\":{\"episode_id\":\"ep\"}}\n")
                .getBytes(StandardCharsets.UTF_8);
        Seeds.check(400, random -> {
            byte[] spoilt = sound.clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                spoilt[1 + random.nextInt(spoilt.length - 1)] = (byte) random.nextInt(256);
            }
            assertThat(read("a.jsonl", spoilt).records).hasSizeLessThan(20);
        });
    }
}

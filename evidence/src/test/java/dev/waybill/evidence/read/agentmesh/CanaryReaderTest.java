package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Gathered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryReaderTest {

    @TempDir
    Path folder;

    @BeforeEach
    void sound() throws IOException {
        write("merge_decision.json", "{\"merged_sha\":\"4ef0\",\"merged_at\":\"2026-03-19T20:15:52Z\"}");
        write(
                "assay_gate.json",
                "{\"schema_version\":\"1\",\"bridge_status\":\"CI_PASS\",\"correlation_id\":\"canary\","
                        + "\"ccoi_envelope\":{\"ccoi_version\":\"0.1\",\"correlation_id\":\"canary\"}}");
        manifest(2);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void manifest(int count) throws IOException {
        JsonObject files = JsonObject.builder()
                .put("merge_decision.json", hash("merge_decision.json"))
                .put("assay_gate.json", hash("assay_gate.json"))
                .build();
        write(
                "bundle_manifest.json",
                JsonWriter.compact(JsonObject.builder()
                        .put("files", files)
                        .put("episode_id", Mesh.EPISODE)
                        .put("file_count", count)
                        .build()));
    }

    private String hash(String name) throws IOException {
        return Digest.of(Files.readAllBytes(folder.resolve(name))).hex();
    }

    private Gathered read() {
        return Gathered.by(new CanaryReader(), folder, folder);
    }

    @Test
    void eachFileIsARecordOfTheEpisode() {
        Gathered gathered = read();
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records.stream().map(record -> record.content().type()))
                .containsExactly("CANARY_BUNDLE_MANIFEST", "CANARY_MERGE_DECISION", "CANARY_ASSAY_GATE");
        assertThat(gathered.records)
                .allMatch(r -> r.content()
                        .identity()
                        .value(Field.EPISODE)
                        .filter(Mesh.EPISODE::equals)
                        .isPresent());
        assertThat(gathered.records.get(1).content().facts().string(Fact.COMMIT))
                .contains("4ef0");
        assertThat(gathered.records.get(2).content().identity().value(Field.CORRELATION))
                .contains("canary");
    }

    @Test
    void aChangedFileIsFound() throws IOException {
        write("assay_gate.json", "{\"bridge_status\":\"CI_FAIL\"}");
        Gathered gathered = read();
        assertThat(gathered.codes()).containsExactly(FindingCode.HASH_MISMATCH);
        assertThat(gathered.records.getLast().integrity().isBroken()).isTrue();
    }

    @Test
    void missingAddedAndMiscountedFilesAreFound() throws IOException {
        manifest(3);
        Files.delete(folder.resolve("assay_gate.json"));
        write("extra.json", "{}");
        assertThat(read().codes())
                .containsExactly(FindingCode.TAMPERED, FindingCode.TAMPERED, FindingCode.UNKNOWN_FILE);
    }

    @Test
    void aNameThatLeadsOutOfTheFolderIsNotFollowed() throws IOException {
        write("bundle_manifest.json", "{\"files\":{\"../secret.json\":\"00\"},\"episode_id\":\"ep_1\"}");
        assertThat(read().codes().getFirst()).isEqualTo(FindingCode.TAMPERED);
    }

    @Test
    void aManifestThatCannotBeReadIsAFinding() throws IOException {
        write("bundle_manifest.json", "{");
        assertThat(read().codes()).containsExactly(FindingCode.UNREADABLE_FILE);
    }
}

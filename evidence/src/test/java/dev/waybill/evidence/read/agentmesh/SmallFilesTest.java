package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.Gathered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Witnesses, capsules, keys and exported rows.
class SmallFilesTest {

    @TempDir
    Path folder;

    @Test
    void aWitnessIsCalledByItsHash() throws IOException {
        JsonObject payload = Mesh.payload(Mesh.key(1), "1".repeat(40), List.of("a"));
        String hash = Sha256Hash.of(payload);
        Path witnesses = Files.createDirectory(folder.resolve("witnesses"));
        Path file = witnesses.resolve(hash.substring(7) + ".json");
        Files.writeString(file, JsonWriter.pretty(payload) + "\n");
        Gathered sound = Gathered.by(new WitnessFileReader(), folder, file);
        assertThat(sound.ids()).containsExactly("agentmesh:" + hash);
        assertThat(sound.findings).isEmpty();
        Files.writeString(file, JsonWriter.pretty(payload).replace("agent_dev_1", "mallory"));
        assertThat(Gathered.by(new WitnessFileReader(), folder, file).codes())
                .containsExactly(FindingCode.HASH_MISMATCH);
    }

    @Test
    void aCapsuleIsNotTheRowOfTheSameCapsule() throws IOException {
        Path file = Files.writeString(
                folder.resolve("cap_1.json"), "{\"capsule_id\":\"cap_1\",\"git\":{\"sha\":\"6615\"}}");
        assertThat(Gathered.by(new CapsuleReader(), file).ids()).containsExactly("agentmesh:cap_1/bundle");
    }

    @Test
    void aKeyIsCalledByItsBytes() throws IOException {
        byte[] point = Mesh.key(1).verificationKey().point();
        String pem = pem(point);
        String id = Witness.keyId(point);
        assertThat(Gathered.by(new KeyReader(), Files.writeString(folder.resolve(id + ".pub"), pem))
                        .ids())
                .containsExactly("agentmesh:" + id);
        Path other = Files.writeString(folder.resolve("mesh_0000000000000000.pub"), pem);
        assertThat(Gathered.by(new KeyReader(), other).codes()).containsExactly(FindingCode.HASH_MISMATCH);
        Path none = Files.writeString(folder.resolve("mesh_0000000000000001.pub"), "??");
        assertThat(Gathered.by(new KeyReader(), none).codes()).containsExactly(FindingCode.UNREADABLE_FILE);
    }

    @Test
    void theStoresKeysSayWhetherASignerIsKnown() throws IOException {
        JsonObject payload = Mesh.payload(Mesh.key(1), "1".repeat(40), List.of("a"));
        String keyId = Witness.keyId(Mesh.key(1).verificationKey().point());
        Path log = Files.writeString(
                folder.resolve("log.txt"),
                "commit " + "0".repeat(40) + "\nfeat\n\n" + Mesh.trailers(Mesh.key(1), payload, true));
        Path witness = Files.createDirectory(folder.resolve("witnesses"))
                .resolve(Sha256Hash.of(payload).substring(7) + ".json");
        Files.writeString(witness, JsonWriter.pretty(payload));
        assertThat(detail(new GitLogReader(), log)).isEqualTo("signed by " + keyId + ", patch and files not at hand");
        assertThat(detail(new WitnessFileReader(), witness)).isEqualTo("hash ok, signer " + keyId);
        Path keys = Files.createDirectory(folder.resolve("keys"));
        assertThat(detail(new GitLogReader(), log)).startsWith("signed by " + keyId + " (unknown key)");
        assertThat(detail(new WitnessFileReader(), witness)).endsWith(keyId + " (unknown key)");
        Files.writeString(
                keys.resolve(keyId + ".pub"), pem(Mesh.key(2).verificationKey().point()));
        assertThat(detail(new GitLogReader(), log)).contains("(unknown key)");
        Files.writeString(
                keys.resolve(keyId + ".pub"), pem(Mesh.key(1).verificationKey().point()));
        assertThat(detail(new GitLogReader(), log)).contains("(known key)");
        assertThat(detail(new WitnessFileReader(), witness)).isEqualTo("hash ok, signer " + keyId + " (known key)");
    }

    private String detail(EvidenceReader reader, Path file) {
        return Gathered.by(reader, folder, file).only().integrity().detail();
    }

    private static String pem(byte[] point) {
        byte[] encoded = new byte[44];
        System.arraycopy(point, 0, encoded, 12, 32);
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getEncoder().encodeToString(encoded)
                + "\n-----END PUBLIC KEY-----\n";
    }

    private Gathered weave(List<JsonObject> rows) throws IOException {
        return Gathered.by(
                new RowsReader(), Files.writeString(folder.resolve("weave_events.rows.jsonl"), Mesh.lines(rows)));
    }

    @Test
    void exportedWeaveIsChained() throws IOException {
        assertThat(weave(Mesh.weave(5)).findings).isEmpty();
        assertThat(weave(Mesh.weave(5)).records).allMatch(r -> r.integrity().equals(Integrity.CHAIN_OK));
        List<JsonObject> missing = new ArrayList<>(Mesh.weave(5));
        missing.remove(2);
        assertThat(weave(missing).troubles()).containsExactly("SEQUENCE_GAP@3", "CHAIN_BROKEN@3");
        List<JsonObject> swapped = new ArrayList<>(Mesh.weave(5));
        Collections.swap(swapped, 0, 1);
        assertThat(weave(swapped).codes()).contains(FindingCode.SEQUENCE_GAP, FindingCode.CHAIN_BROKEN);
    }

    @Test
    void aNumberThatWasChangedIsFoundThoughItIsNotHashed() throws IOException {
        List<JsonObject> rows = new ArrayList<>(Mesh.weave(3));
        rows.set(1, rows.get(1).with("sequence_id", dev.waybill.base.json.JsonNumber.of(7)));
        assertThat(weave(rows).codes()).contains(FindingCode.SEQUENCE_GAP).doesNotContain(FindingCode.HASH_MISMATCH);
    }
}

package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeshpackReaderTest {

    @TempDir
    Path folder;

    private Gathered read(Map<String, byte[]> entries) {
        return read(Mesh.tarGz(entries));
    }

    private Gathered read(byte[] archive) {
        try {
            return Gathered.by(new MeshpackReader(), Files.write(folder.resolve("ep.meshpack"), archive));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSoundPackHoldsTheEpisodeItsCapsulesAndItsWeave() {
        Gathered gathered = read(Mesh.pack(Mesh.weave(4)));
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.ids())
                .startsWith("agentmesh:" + Mesh.EPISODE + "/meshpack", "agentmesh:cap_36f87f1b3a95")
                .hasSize(6);
        assertThat(gathered.records).noneMatch(record -> record.integrity().isBroken());
    }

    @Test
    void aSliceMayBeginInTheMiddleAndLeaveOutRowsOfOthers() {
        List<JsonObject> weave = Mesh.weave(8);
        Gathered gathered = read(Mesh.pack(List.of(weave.get(3), weave.get(4), weave.get(7))));
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records.stream()
                        .skip(2)
                        .map(record -> record.integrity().detail()))
                .containsExactly(
                        "hash ok, the record before it is not here",
                        "chain ok",
                        "hash ok, the record before it is not here");
    }

    @Test
    void rowsInAnotherOrderAreFound() {
        List<JsonObject> weave = Mesh.weave(3);
        assertThat(read(Mesh.pack(List.of(weave.get(0), weave.get(2), weave.get(1))))
                        .codes())
                .contains(FindingCode.SEQUENCE_GAP);
    }

    @Test
    void changedContentDoesNotFitTheChecksum() {
        Map<String, byte[]> pack = Mesh.pack(Mesh.weave(2));
        pack.put("claims_snapshot.jsonl", Mesh.utf8("{\"claim_id\":\"clm_other\"}\n"));
        Gathered gathered = read(pack);
        assertThat(gathered.codes()).containsExactly(FindingCode.TAMPERED);
        assertThat(gathered.records).allMatch(record -> record.integrity().isBroken());
    }

    @Test
    void whoeverForgesTheChecksumStillMeetsTheHashes() {
        Map<String, byte[]> pack = Mesh.pack(Mesh.weave(2));
        pack.remove("manifest.json");
        pack.put("weave_slice.jsonl", Mesh.utf8(Mesh.lines(Mesh.weave(2)).replace(Mesh.TASK, "task_000000000000")));
        assertThat(read(Mesh.signed(pack, 2)).codes())
                .containsExactly(FindingCode.HASH_MISMATCH, FindingCode.HASH_MISMATCH);
    }

    @Test
    void missingAndAddedFilesAreTold() {
        Map<String, byte[]> pack = Mesh.pack(Mesh.weave(2));
        pack.remove("messages.jsonl");
        pack.put("../evil", Mesh.utf8("x"));
        assertThat(read(pack).codes()).containsExactly(FindingCode.TAMPERED, FindingCode.UNKNOWN_FILE);
    }

    @Test
    void aPackWithoutManifestIsNone() {
        Map<String, byte[]> pack = Mesh.pack(Mesh.weave(2));
        pack.remove("manifest.json");
        assertThat(read(pack).codes()).containsExactly(FindingCode.TAMPERED);
    }

    @Test
    void aPackThatSwellsBeyondItsLimitIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("bomb.meshpack"), Mesh.gzip(bomb()));
        SourceFile source = SourceFile.of(folder, file);
        assertThatThrownBy(() -> new MeshpackReader().read(source, new Gathered()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most");
    }

    /// A header that promises more than any pack holds.
    private static byte[] bomb() {
        byte[] tar = new byte[1024];
        System.arraycopy(Mesh.utf8("manifest.json"), 0, tar, 0, 13);
        System.arraycopy(Mesh.utf8("77777777777"), 0, tar, 124, 11);
        int sum = 8 * ' ';
        for (byte b : tar) {
            sum += b & 0xFF;
        }
        System.arraycopy(Mesh.utf8("%06o".formatted(sum)), 0, tar, 148, 6);
        return tar;
    }

    @Test
    void noSpoiltPackIsTakenForSound() {
        byte[] sound = Mesh.tarGz(Mesh.pack(Mesh.weave(3)));
        Seeds.check(300, random -> {
            byte[] spoilt = sound.clone();
            // The ten bytes of gzip's own header say nothing about the content.
            spoilt[10 + random.nextInt(spoilt.length - 10)] ^= (byte) (1 << random.nextInt(8));
            // Nor do some bits behind it.
            if (isSame(sound, spoilt)) {
                return;
            }
            try {
                Gathered gathered = read(spoilt);
                assertThat(gathered.findings).anyMatch(finding -> finding.code().severity() == Severity.BROKEN);
            } catch (AssertionError e) {
                assertThat(e).hasCauseInstanceOf(IOException.class);
            }
        });
    }

    private static boolean isSame(byte[] one, byte[] other) {
        try (InputStream first = new GZIPInputStream(new ByteArrayInputStream(one));
                InputStream second = new GZIPInputStream(new ByteArrayInputStream(other))) {
            return Arrays.equals(first.readAllBytes(), second.readAllBytes());
        } catch (IOException _) {
            return false;
        }
    }
}

package dev.waybill.evidence.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Gathered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {

    @TempDir
    Path folder;

    private Gathered scan(Path... roots) {
        Gathered gathered = new Gathered();
        Scan.read(List.of(roots), gathered);
        return gathered;
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    @Test
    void filesAreReadInTheOrderOfTheirNamesAndUnknownOnesAreTold() throws IOException {
        write("b/x.jsonl", "{\"id\":\"2\"}\n");
        write("a/x.jsonl", "{\"id\":\"1\"}\n");
        write("readme.md", "text");
        Gathered gathered = scan(folder);
        assertThat(gathered.ids()).containsExactly("waybill:1", "waybill:2");
        assertThat(gathered.codes()).containsExactly(FindingCode.UNKNOWN_FILE);
        assertThat(gathered.records.getFirst().place().file()).isEqualTo(folder.getFileName() + "/a/x.jsonl");
    }

    @Test
    void lockFilesAreNoEvidenceAndNoFinding() throws IOException {
        write("x.jsonl", "{\"id\":\"1\"}\n");
        write(".ledger.lock", "");
        write(".other.lock", "text");
        assertThat(scan(folder).codes()).containsExactly(FindingCode.UNKNOWN_FILE);
    }

    @Test
    void aFolderWithAManifestIsReadAsOne() throws IOException {
        write("canary/bundle_manifest.json", "{\"files\":{},\"episode_id\":\"ep_1\",\"file_count\":0}");
        write("canary/x.jsonl", "{\"id\":\"1\"}\n");
        Gathered gathered = scan(folder);
        assertThat(gathered.ids()).containsExactly("agentmesh:ep_1/bundle_manifest");
        assertThat(gathered.codes()).containsExactly(FindingCode.UNKNOWN_FILE);
    }

    @Test
    void linksArePassedOverAndNamedWhereverTheyLead() throws IOException {
        write("a/x.jsonl", "{\"id\":\"1\"}\n");
        Path outside = Files.writeString(Files.createTempFile("outside", ".jsonl"), "{\"id\":\"2\"}\n");
        Files.createSymbolicLink(folder.resolve("a/out.jsonl"), outside);
        Files.createSymbolicLink(folder.resolve("a/up"), folder);
        Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("gone"));
        Gathered gathered = scan(folder);
        Files.delete(outside);
        assertThat(gathered.ids()).containsExactly("waybill:1");
        assertThat(gathered.codes()).containsOnly(FindingCode.PASSED_OVER).hasSize(3);
        assertThat(gathered.findings.getFirst().message()).isEqualTo("a link to " + outside);
    }

    @Test
    @Timeout(60)
    void pipesAreNeverOpened() throws Exception {
        write("x.jsonl", "{\"id\":\"1\"}\n");
        Process mkfifo =
                new ProcessBuilder("mkfifo", folder.resolve("events.jsonl").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        Gathered gathered = scan(folder);
        assertThat(gathered.ids()).containsExactly("waybill:1");
        assertThat(gathered.codes()).containsExactly(FindingCode.PASSED_OVER);
    }

    @Test
    void aLinkThatIsAskedForIsRead() throws IOException {
        Path file = write("a/x.jsonl", "{\"id\":\"1\"}\n");
        assertThat(scan(Files.createSymbolicLink(folder.resolve("asked.jsonl"), file))
                        .ids())
                .containsExactly("waybill:1");
    }

    @Test
    void oneRootThatIsAskedForTwiceIsReadOnce() throws IOException {
        write("x.jsonl", "{\"id\":\"1\"}\n");
        assertThat(scan(folder, folder).ids()).hasSize(1);
    }

    @Test
    void aFileCanBeARootAndAMissingOneIsTold() throws IOException {
        Path file = write("x.jsonl", "{\"id\":\"1\"}\n");
        assertThat(scan(file).ids()).containsExactly("waybill:1");
        assertThat(scan(file).records.getFirst().place()).hasToString("x.jsonl:1");
        assertThat(scan(folder.resolve("gone")).codes()).containsExactly(FindingCode.UNREADABLE_FILE);
    }

    @Test
    void whatMayNotBeReadIsTold() throws IOException {
        Path file = write("x.jsonl", "{\"id\":\"1\"}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(file), "this user may read everything");
        assertThat(scan(folder).codes()).containsExactly(FindingCode.UNREADABLE_FILE);
    }

    @Test
    void everyFormatHasANameOfItsOwn() {
        assertThat(Readers.formats().values())
                .allSatisfy(format ->
                        assertThat(Readers.formats().get(format.name())).hasSameClassAs(format));
        assertThat(Readers.formats()).containsKeys("agentmesh/event", "policy/record", "ccio/episode", "plain/record");
    }
}

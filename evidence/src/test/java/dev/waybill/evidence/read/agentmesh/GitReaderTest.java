package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity.Level;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class GitReaderTest {

    @TempDir
    Path folder;

    private Path work;

    /// A commit, and one with the witness of its patch on top of it.
    @BeforeEach
    void repository() throws IOException, InterruptedException {
        work = Files.createDirectory(folder.resolve("work"));
        Assumptions.assumeTrue(git("init", "--quiet", "--initial-branch=main").isEmpty(), "no git here");
        Files.writeString(work.resolve("app.py"), "a\n");
        commit("base");
        Files.writeString(work.resolve("naïve name.py"), "b\n");
        git("add", ".");
        String patchId = patchId();
        commit("feat: x\n\n" + Mesh.trailers(Mesh.key(1), patchId, List.of("naïve name.py")));
    }

    private String patchId() throws IOException, InterruptedException {
        Path patch = Files.writeString(folder.resolve("patch"), git("diff", "--cached") + "\n");
        Process process = new ProcessBuilder("git", "patch-id", "--stable")
                .redirectInput(patch.toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.split(" ", 2)[0];
    }

    private void commit(String message) throws IOException, InterruptedException {
        Path text = Files.writeString(folder.resolve("message"), message);
        git("add", ".");
        git(
                "-c",
                "user.name=T",
                "-c",
                "user.email=t@example.org",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "--quiet",
                "-F",
                text.toString());
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return "no git: " + e.getMessage();
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    private Gathered read() {
        return Gathered.by(new GitReader(), work.resolve(".git"));
    }

    @Test
    void everyCommitIsARecordAndAWitnessCoversItsPatch() {
        Gathered gathered = read();
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records.stream().map(record -> record.integrity().level()))
                .containsExactly(Level.SIGNED, Level.UNSIGNED);
        assertThat(gathered.records.getFirst().integrity().detail()).matches("signed by mesh_[0-9a-f]{16}");
    }

    @Test
    void aWitnessOfAnotherPatchIsFound() throws IOException, InterruptedException {
        Files.writeString(work.resolve("app.py"), "changed\n");
        commit("feat: y\n\n" + Mesh.trailers(Mesh.key(1), "0".repeat(40), List.of("app.py")));
        assertThat(read().codes()).containsExactly(FindingCode.HASH_MISMATCH);
    }

    @Test
    void mergesAndEmptyCommitsAreRecordsToo() throws IOException, InterruptedException {
        git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "--allow-empty", "-m", "empty");
        assertThat(read().records).hasSize(3);
    }

    @Test
    void aBundleIsReadLikeARepository() throws IOException, InterruptedException {
        git("bundle", "create", "--quiet", folder.resolve("repo.bundle").toString(), "--all");
        assertThat(Gathered.by(new GitReader(), folder.resolve("repo.bundle")).records.stream()
                        .map(FoundRecord::integrity))
                .isEqualTo(read().records.stream().map(FoundRecord::integrity).toList());
    }

    @Test
    void whatTheRepositorysConfigurationNamesIsNotRun() throws IOException, InterruptedException {
        Path trap = folder.resolve("trap");
        String command = "touch " + trap;
        for (String name : List.of("diff.external", "core.fsmonitor", "gpg.program", "core.pager", "diff.t.textconv")) {
            git("config", name, command);
        }
        git("config", "log.showSignature", "true");
        Files.writeString(work.resolve(".git/info/attributes"), "*.py diff=t\n");
        assertThat(read().records).hasSize(2);
        assertThat(trap).doesNotExist();
    }

    private String tip() throws IOException, InterruptedException {
        return git("rev-parse", "HEAD");
    }

    private Path object(String sha) {
        return work.resolve(".git/objects/" + sha.substring(0, 2) + "/" + sha.substring(2));
    }

    private void overwrite(Path object, Path by) throws IOException {
        Files.setPosixFilePermissions(object, PosixFilePermissions.fromString("rw-r--r--"));
        Files.copy(by, object, StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<String> titles(Gathered gathered) {
        return gathered.records.stream()
                .map(record -> record.content().facts().string("title").orElse(""))
                .toList();
    }

    @Test
    void aReplacedCommitIsReadAsItsHashSaysAndTheReplacementIsTold() throws IOException, InterruptedException {
        git("replace", tip(), git("rev-parse", "HEAD~1"));
        Gathered gathered = read();
        assertThat(titles(gathered)).contains("feat: x");
        assertThat(gathered.records.getFirst().integrity().level()).isEqualTo(Level.SIGNED);
        assertThat(gathered.codes()).containsExactly(FindingCode.HISTORY_OVERRIDDEN);
    }

    @Test
    void graftsChangeNoParents() throws IOException, InterruptedException {
        Files.writeString(work.resolve(".git/info/grafts"), tip() + "\n");
        Gathered gathered = read();
        assertThat(gathered.records).hasSize(2);
        assertThat(gathered.records.getFirst().integrity().level()).isEqualTo(Level.SIGNED);
        assertThat(gathered.codes()).containsExactly(FindingCode.HISTORY_OVERRIDDEN);
    }

    @Test
    void ofACommitWhoseParentsAreCutOffNoFilesAreTold() throws IOException, InterruptedException {
        Files.writeString(work.resolve(".git/shallow"), tip() + "\n");
        Gathered gathered = read();
        assertThat(gathered.codes()).containsExactly(FindingCode.INCOMPLETE);
        assertThat(gathered.only().integrity().detail()).endsWith("patch and files not at hand");
        assertThat(Gathered.json(gathered.only()).has("files")).isFalse();
    }

    @Test
    void anAlteredCommitIsNoRecordUnderItsHash() throws IOException, InterruptedException {
        String altered = tip();
        overwrite(object(altered), object(git("rev-parse", "HEAD~1")));
        Gathered gathered = read();
        assertThat(gathered.codes()).contains(FindingCode.HASH_MISMATCH);
        assertThat(gathered.ids()).noneMatch(id -> id.contains(altered));
    }

    @Test
    void anAlteredFileLeavesThePatchUnchecked() throws IOException, InterruptedException {
        overwrite(object(git("rev-parse", "HEAD:app.py")), object(git("rev-parse", "HEAD:naïve name.py")));
        Gathered gathered = read();
        assertThat(gathered.codes()).contains(FindingCode.HASH_MISMATCH, FindingCode.INCOMPLETE);
        assertThat(gathered.records)
                .hasSize(2)
                .noneMatch(record -> Gathered.json(record).has("patch_id_stable"));
    }

    @Test
    @Timeout(60)
    void aRepositoryThatLeadsOutOfItsFolderIsNamedAndNotOpened() throws IOException, InterruptedException {
        Path packed = work.resolve(".git/packed-refs");
        assertThat(new ProcessBuilder("mkfifo", packed.toString()).start().waitFor())
                .isZero();
        assertThat(read().codes()).containsExactly(FindingCode.PASSED_OVER);
        Files.delete(packed);
        Files.createSymbolicLink(work.resolve(".git/refs/heads/out"), folder.resolve("elsewhere"));
        assertThat(read().codes()).containsExactly(FindingCode.PASSED_OVER);
        Files.delete(work.resolve(".git/refs/heads/out"));
        Files.writeString(work.resolve(".git/objects/info/alternates"), folder + "\n");
        assertThat(read().codes()).containsExactly(FindingCode.PASSED_OVER);
    }

    @Test
    void withoutGitThereIsAFindingAndNoCrash() throws IOException {
        Gathered gathered = new Gathered();
        new GitReader("no-such-git").read(SourceFile.of(work, work.resolve(".git")), gathered);
        assertThat(gathered.codes()).containsExactly(FindingCode.TOOL_MISSING);
    }

    @Test
    void aLogInAFileProvesTheSignaturesOnly() throws IOException, InterruptedException {
        for (String format : List.of("--format=medium", "--format=commit %H%n%B")) {
            Path file = Files.writeString(folder.resolve("log.txt"), git("log", format) + "\n");
            Gathered gathered = Gathered.by(new GitLogReader(), file);
            assertThat(gathered.findings).isEmpty();
            assertThat(gathered.records).hasSize(2);
            assertThat(gathered.records.getFirst().integrity().detail()).endsWith("patch and files not at hand");
            assertThat(gathered.records.getFirst().content().facts().string("title"))
                    .contains("feat: x");
            assertThat(gathered.records.getLast().integrity().level()).isEqualTo(Level.UNSIGNED);
        }
    }
}

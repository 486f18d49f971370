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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

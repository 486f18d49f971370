package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.journal.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run's history in other hands, and what its verifier makes of it.
class AnchorCommandTest {

    @TempDir
    Path folder = Path.of("");

    private Yard yard = new Yard(folder);

    @BeforeEach
    void enter() {
        yard = new Yard(folder);
    }

    private String bundle(RunId run) {
        yard.yes("export", run.value(), "--with-children", "--out", yard.path("run.zip"));
        return yard.path("run.zip");
    }

    @Test
    void aFileOfTheOtherPartyFixesWhatItHolds() throws InterruptedException {
        RunId run = yard.completed("ships");
        String theirs = yard.path("theirs.jsonl");
        assertThat(yard.yes("anchor", run.value(), "--file", theirs).out())
                .contains("the file " + theirs + " holds")
                .contains("receipts up to sha256:");
        Asked asked = yard.yes("verify", bundle(run), "--anchor", theirs);
        assertThat(asked.out())
                .contains("VERIFIED")
                .containsPattern("anchor\\s+receipts 1 to \\d+ and the end cannot have been rewritten since ");
    }

    @Test
    void anOpenRunIsAnchoredAsFarAsItHasCome() throws InterruptedException {
        RunId run = yard.waiting("ships");
        String theirs = yard.path("theirs.jsonl");
        yard.yes("anchor", run.value(), "--file", theirs);
        yard.yes("answer", run.value(), "gate", "accept");
        assertThat(yard.yes("verify", bundle(run), "--anchor", theirs).out())
                .containsPattern("anchor\\s+receipts 1 to \\d+ cannot have been rewritten");
    }

    @Test
    void aGitRepositoryOfTheOtherPartyGetsACommit() throws Exception {
        RunId run = yard.completed("ships");
        Path repository = Files.createDirectories(folder.resolve("theirs"));
        git(repository, "init", "--quiet");
        git(repository, "config", "user.name", "Partner");
        git(repository, "config", "user.email", "partner@example.com");
        yard.yes("anchor", run.value(), "--git", repository.toString());
        assertThat(git(repository, "log", "--format=%s")).startsWith("Anchor of sha256:");
        assertThat(git(repository, "status", "--porcelain")).isEmpty();
        String kept = repository.resolve("waybill-anchors.jsonl").toString();
        assertThat(yard.yes("verify", bundle(run), "--anchor", kept).out()).contains("anchor ");
    }

    @Test
    void aCommitNeedsNobodysNameOnThisMachine() throws Exception {
        RunId run = yard.completed("ships");
        Path repository = Files.createDirectories(folder.resolve("theirs"));
        git(repository, "init", "--quiet");
        // As for a service: git knows no name for whoever commits.
        git(repository, "config", "user.name", "");
        yard.yes("anchor", run.value(), "--git", repository.toString());
        assertThat(git(repository, "log", "--format=%cn")).isEqualTo("Waybill");
    }

    private static String git(Path repository, String... words) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("git", "-C", repository.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.strip();
    }

    @Test
    void aTimeStampServiceOfAnotherMakeSaysSinceWhen() throws Exception {
        RunId run = yard.completed("ships");
        String proofs = yard.path("proofs.jsonl");
        try (OpensslTimestamps service = new OpensslTimestamps(folder.resolve("tsa"))) {
            yard.yes("anchor", run.value(), "--tsa", service.url(), "--out", proofs);
            Asked trusted =
                    yard.yes("verify", bundle(run), "--anchor", proofs, "--tsa-certificate", service.certificate());
            assertThat(trusted.out()).contains("when CN=stamps had it");
            Asked unknown = yard.ask("verify", bundle(run), "--anchor", proofs);
            assertThat(unknown.code()).isEqualTo(ExitCode.NO);
            assertThat(unknown.out()).contains("ANCHOR_UNPROVEN");
            try (OpensslTimestamps other = new OpensslTimestamps(folder.resolve("other"))) {
                Asked another =
                        yard.ask("verify", bundle(run), "--anchor", proofs, "--tsa-certificate", other.certificate());
                assertThat(another.code()).isEqualTo(ExitCode.NO);
                assertThat(another.out()).contains("is not certified by any authority you named");
            }
        }
    }

    @Test
    void aTimeStampOfAnotherRunOrADamagedOneProvesNothing() throws Exception {
        RunId run = yard.completed("ships");
        RunId other = yard.completed("trucks");
        String proofs = yard.path("proofs.jsonl");
        String theirs = yard.path("theirs.jsonl");
        try (OpensslTimestamps service = new OpensslTimestamps(folder.resolve("tsa"))) {
            yard.yes("anchor", other.value(), "--tsa", service.url(), "--out", proofs);
            yard.yes("anchor", run.value(), "--file", theirs);
            String stamp = Files.readString(Path.of(proofs)).replaceAll("(?s).*\"timestamp\":\"([^\"]*)\".*", "$1");
            String summary = Files.readString(Path.of(theirs)).strip();
            for (String token : List.of(stamp, "AAAA" + stamp.substring(4), stamp.substring(0, 400))) {
                String forged = yard.path("forged.jsonl");
                Files.writeString(
                        Path.of(forged), "{\"summary\":\"%s\",\"timestamp\":\"%s\"}%n".formatted(summary, token));
                Asked asked =
                        yard.ask("verify", bundle(run), "--anchor", forged, "--tsa-certificate", service.certificate());
                assertThat(asked.code()).as(asked.out()).isEqualTo(ExitCode.TAMPERED);
                assertThat(asked.out()).contains("ANCHOR_INVALID");
            }
        }
    }

    @Test
    void aWitnessCountersignsWithoutSeeingTheRun() throws InterruptedException, IOException {
        RunId run = yard.completed("ships");
        String theirs = yard.path("theirs.jsonl");
        yard.yes("anchor", run.value(), "--file", theirs);
        String bundle = bundle(run);
        Files.writeString(
                folder.resolve("ours.jwks"), yard.yes("keys", "show", "--jwks").out());
        yard.keys("their-keys");
        yard.yes("keys", "new");
        Files.writeString(
                folder.resolve("proofs.jsonl"),
                yard.yes("receipt", "witness", theirs).out());
        Files.writeString(
                folder.resolve("theirs.jwks"),
                yard.yes("keys", "show", "--jwks").out());
        Asked asked = yard.yes(
                "verify",
                bundle,
                "--anchor",
                yard.path("proofs.jsonl"),
                "--jwks",
                yard.path("ours.jwks"),
                "--jwks",
                yard.path("theirs.jwks"));
        assertThat(asked.out()).containsPattern("rewritten since \\S+, when https://\\S+ had it");
    }

    @Test
    void nobodyToHandItToIsAMistake() throws InterruptedException {
        RunId run = yard.completed("ships");
        Asked asked = yard.ask("anchor", run.value());
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).contains("--file, --git, --witness and --tsa");
    }

    @Test
    void whoDoesNotTakeItIsNamed() throws InterruptedException {
        RunId run = yard.completed("ships");
        Asked asked = yard.ask("anchor", run.value(), "--tsa", "http://127.0.0.1:1/");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err())
                .contains(
                        "the time-stamp service http://127.0.0.1:1/ did not take it: reading, writing or connecting failed");
        String nowhere = yard.path("nowhere/theirs.jsonl");
        assertThat(yard.ask("anchor", run.value(), "--file", nowhere).err())
                .contains("the file " + nowhere + " did not take it: there is no folder " + yard.path("nowhere"));
    }

    @Test
    void aFileThatHoldsNoAnchorsIsRefused() throws Exception {
        RunId run = yard.completed("ships");
        Files.writeString(folder.resolve("bad.jsonl"), "{\"summary\":1}\n");
        Asked asked = yard.ask("verify", bundle(run), "--anchor", yard.path("bad.jsonl"));
        assertThat(asked.err()).contains("line 1 of").contains("expected summary and one of witness and timestamp");
    }
}

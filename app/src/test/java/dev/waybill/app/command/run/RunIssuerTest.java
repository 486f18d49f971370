package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One run is signed for by one issuer, whichever process goes on with it.
class RunIssuerTest {

    private static final String ISSUER = "https://ships.example.com";
    private static final String GATE = node("gate", "core.approvalGate", "{}");

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    private String issuer(String run) {
        return desk.show(run)
                .object("receipts")
                .flatMap(it -> it.string("issuer"))
                .orElseThrow();
    }

    private String verify(ExitCode code, String run, String... how) {
        String proof = folder.resolve(run + ".zip").toString();
        desk.ask(ExitCode.YES, "export", run, "--with-children", "--out", proof);
        return desk.ask(
                        code,
                        Stream.concat(Stream.of("verify", proof), Stream.of(how))
                                .toArray(String[]::new))
                .out();
    }

    @Test
    void whoGoesOnWithARunSignsAsItsIssuerWithoutBeingTold() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP), "--issuer", ISSUER);

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");

        assertThat(issuer(run)).isEqualTo(ISSUER);
        assertThat(verify(ExitCode.YES, run)).doesNotContain("waybill.invalid");
        desk.ask(ExitCode.YES, "fsck");
    }

    @Test
    void aRunKeepsItsIssuerWhereAnotherOneIsGiven() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        String before = issuer(run);

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--issuer", ISSUER);

        assertThat(issuer(run)).isEqualTo(before);
        verify(ExitCode.YES, run);
    }

    @Test
    void childrenAreSignedForByTheIssuerOfTheirParent() {
        desk.workflow("inner", "", NOOP);
        String outer = desk.workflow("outer", "", GATE, node("call", "core.subWorkflow", "{\"workflowId\":\"inner\"}"));
        String run = desk.run(ExitCode.NO, outer, "--issuer", ISSUER);

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");

        String child = desk.ask(ExitCode.YES, "runs", "--json")
                .json()
                .toString()
                .replaceAll("(?s).*\"runId\":\"(run_\\w+)\",\"tenant\":\"local\",\"workflowId\":\"inner\".*", "$1");
        assertThat(issuer(child)).isEqualTo(ISSUER);
        verify(ExitCode.YES, run);
    }

    @Test
    void withoutTheKeyNothingIsAnsweredAndTheSentenceSaysWhy() {
        desk.ask(
                ExitCode.YES,
                "keys",
                "new",
                "--out",
                folder.resolve("other.jwk").toString());
        String key = folder.resolve("other.jwk").toString();
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP), "--key", key, "--issuer", ISSUER);

        Asked refused = desk.ask(ExitCode.NO, "answer", run, "gate", "accept");

        assertThat(refused.err()).contains("its receipts are signed as " + ISSUER, "Pass --issuer and --key as when");
        assertThat(desk.status(run)).isEqualTo("waiting-approval");
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--key", key, "--issuer", ISSUER);
        assertThat(issuer(run)).isEqualTo(ISSUER);
    }

    @Test
    void aKeyThatIsNamedWithoutItsIssuerIsKnownByItsSignatures() {
        String key = folder.resolve("other.jwk").toString();
        desk.ask(ExitCode.YES, "keys", "new", "--out", key);
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP), "--key", key, "--issuer", ISSUER);
        String proof = folder.resolve("proof.zip").toString();

        Asked open = desk.ask(ExitCode.YES, "export", run, "--key", key, "--out", proof);
        assertThat(open.err()).doesNotContain("not here");
        assertThat(desk.ask(ExitCode.YES, "verify", proof).out()).contains(ISSUER);

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--key", key, "--issuer", ISSUER);
        desk.ask(ExitCode.YES, "export", run, "--key", key, "--out", proof);
        assertThat(desk.ask(ExitCode.YES, "verify", proof).out()).contains(ISSUER);
        assertThat(desk.ask(ExitCode.YES, "export", run, "--out", proof).err()).contains("give --key and --issuer");
    }

    @Test
    void theParentsOfARedactableRunCanBeWithheldLater() {
        String run = desk.run(
                ExitCode.YES, desk.workflow("ship", "", NOOP, node("last", "core.noop", "{}")), "--redactable");
        String proof = folder.resolve("proof.zip").toString();
        String shared = folder.resolve("shared.zip").toString();
        desk.ask(ExitCode.YES, "fsck");
        desk.ask(ExitCode.YES, "export", run, "--out", proof);

        assertThat(desk.ask(ExitCode.YES, "verify", proof).out()).doesNotContain("PARENTS_WITHHELD");
        assertThat(desk.ask(ExitCode.YES, "graph", proof, "--json").out()).contains("\"parent_step_ids\":[\"step_");

        desk.ask(ExitCode.YES, "bundle", "redact", proof, "--out", shared);
        assertThat(desk.ask(ExitCode.YES, "verify", shared).out()).contains("PARENTS_WITHHELD");
        assertThat(desk.ask(ExitCode.YES, "graph", shared, "--json").out()).doesNotContain("[\"step_");
    }

    @Test
    void aRunGoesOnBehindARotationOfItsKey() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        desk.ask(ExitCode.YES, "keys", "rotate");

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");

        verify(ExitCode.YES, run, "--require-complete");
        desk.ask(ExitCode.YES, "fsck");
    }

    @Test
    void aRunGoesOnBehindTwoRotationsUnderOneName() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        desk.ask(ExitCode.YES, "keys", "rotate");
        desk.ask(ExitCode.YES, "keys", "rotate");

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept");

        verify(ExitCode.YES, run, "--require-complete");
    }

    @Test
    void aBundleDoesNotTellWhoElseTheHostIs() {
        String file = desk.workflow("ship", "", NOOP);
        desk.run(ExitCode.YES, file, "--issuer", "https://secret.example.com");
        String run = desk.run(ExitCode.YES, file, "--issuer", ISSUER);

        assertThat(verify(ExitCode.YES, run)).contains(ISSUER).doesNotContain("secret");
    }

    @Test
    void anIssuerThatNoReceiptCouldCarryIsRefusedAndNotKept() {
        String file = desk.workflow("ship", "", NOOP);

        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--issuer", "not a URL")
                        .err())
                .contains("--issuer");

        assertThat(folder.resolve("keys").resolve("issuers")).doesNotExist();
    }
}

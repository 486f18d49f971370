package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands behind digests, for who owns the store and for an auditor who only gets files.
class DiscloseTest {

    @TempDir
    Path folder;

    private RunDesk desk;
    private String run = "";
    private String proof = "";

    @BeforeEach
    void aRunWithASecret() {
        desk = new RunDesk(folder);
        String copy =
                node("copy", "core.identity", "{}", "{\"value\":{\"type\":\"variable\",\"variableName\":\"topic\"}}");
        run = desk.run(
                ExitCode.YES,
                desk.workflow("order", "{\"name\":\"topic\",\"type\":\"string\"}", copy),
                "--input",
                "topic=ships");
        proof = folder.resolve("proof.zip").toString();
        desk.ask(ExitCode.YES, "export", run, "--out", proof);
    }

    @Test
    void whatWasSignedIsShownAndChecked() {
        Asked asked = desk.ask(ExitCode.YES, "show", run, "--disclose");

        assertThat(asked.out())
                .contains("run  input_digest  matches what was signed", "{\"topic\":\"ships\"}")
                .contains("copy  input_digest", "copy  output_digest", "run  final_result_hash")
                .contains("4 contents, all as signed")
                .doesNotContain("NOT");
    }

    @Test
    void oneNodeIsShownAlone() {
        Asked asked = desk.ask(ExitCode.YES, "show", run, "--disclose", "copy");

        assertThat(asked.out()).contains("copy  output_digest").doesNotContain("final_result_hash");
        assertThat(desk.ask(ExitCode.NO, "show", run, "--disclose", "nobody").err())
                .contains("nothing is signed for \"nobody\"", "run, copy");
        assertThat(desk.ask(ExitCode.USAGE, "show", run, "copy").err()).contains("NODE goes with --disclose");
    }

    @Test
    void anAuditorChecksAContentAgainstTheProof() {
        String disclosed = desk.ask(ExitCode.YES, "show", run, "--disclose", "copy", "--json")
                .out();
        String file = desk.file("disclosed.json", disclosed);

        Asked asked = desk.ask(ExitCode.YES, "verify", proof, "--disclosed", file);

        assertThat(asked.out()).contains("copy  input_digest  as signed", "copy  output_digest  as signed");
    }

    @Test
    void aContentThatWasChangedIsFound() {
        String disclosed =
                desk.ask(ExitCode.YES, "show", run, "--disclose", "--json").out();
        String file = desk.file("disclosed.json", disclosed.replace("\"topic\":\"ships\"", "\"topic\":\"arms\""));

        Asked asked = desk.ask(ExitCode.TAMPERED, "verify", proof, "--disclosed", file);

        assertThat(asked.out())
                .startsWith("✘ BROKEN")
                .contains("CONTENT_ALTERED")
                .contains("run  input_digest  NOT what was signed", "copy  output_digest  as signed");
    }

    @Test
    void aContentOfAnotherRunCannotBeJudged() {
        String other = desk.run(ExitCode.YES, folder.resolve("order.json").toString(), "--input", "topic=ships");
        String file = desk.file(
                "other.json",
                desk.ask(ExitCode.YES, "show", other, "--disclose", "--json").out());

        assertThat(desk.ask(ExitCode.NO, "verify", proof, "--disclosed", file).out())
                .contains("cannot be judged: its receipt is not here");
        assertThat(desk.ask(ExitCode.USAGE, "verify", proof, "--disclosed", desk.file("bad.json", "{}"))
                        .err())
                .contains("disclosures");
        assertThat(desk.ask(ExitCode.USAGE, "verify", proof, "--lines", "--disclosed", file)
                        .out())
                .contains("cannot be combined");
    }
}

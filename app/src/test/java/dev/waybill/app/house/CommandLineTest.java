package dev.waybill.app.house;

import static dev.waybill.app.house.Asked.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {

    @Test
    void helpIsAYes() {
        assertThat(waybill("--help").code()).isEqualTo(ExitCode.YES);
        assertThat(waybill("--help").out()).contains("Commands:", "doctor", "Exit codes: 0 yes");
        assertThat(waybill("help", "doctor").out()).startsWith("Usage: waybill doctor");
    }

    @Test
    void versionNamesTheProductTheCommitAndTheJava() {
        assertThat(waybill("--version").out()).contains("waybill 0.1.0", "commit ", "java " + Runtime.version());
        assertThat(object(waybill("--version", "--json")).names()).containsExactly("version", "commit", "java");
    }

    @Test
    void wrongUsageIsExitCodeThreeWithAHint() {
        for (String[] words :
                new String[][] {{"receipt"}, {"no-such-command"}, {"doctor", "--no-such"}, {"completion", "tcsh"}}) {
            Asked asked = waybill(words);
            assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
            assertThat(asked.out()).isEmpty();
            assertThat(asked.err()).startsWith("waybill: ").contains("--help'").hasLineCount(2);
        }
    }

    @Test
    void aMistypedCommandIsGuessed() {
        assertThat(waybill("doctr").err()).startsWith("waybill: unknown command doctr; did you mean doctor?\n");
    }

    @Test
    void aMistypedOptionIsGuessed() {
        assertThat(waybill("verify", "--require-commitmen").err())
                .startsWith("waybill: unknown option --require-commitmen; did you mean --require-commitment?\n");
    }

    @Test
    void aMistypedOptionIsNamedBeforeWhatIsMissing() {
        assertThat(waybill("show", "--jsn").err()).startsWith("waybill: unknown option --jsn; did you mean --json?\n");
    }

    @Test
    void anOptionWithoutItsValueIsNamed() {
        assertThat(waybill("runs", "--data").err()).startsWith("waybill: --data needs a value: DIR\n");
    }

    @Test
    void aWordTooManyIsNamed() {
        assertThat(waybill("pause", "run_1", "now").err()).startsWith("waybill: one word too many: now\n");
    }

    @Test
    void theNameAloneAsksForTheHelp() {
        assertThat(waybill()).isEqualTo(waybill("--help"));
    }

    @Test
    void wrongUsageIsJsonWhenJsonWasAskedFor() {
        Asked asked = waybill("doctor", "--no-such", "--json");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).isEmpty();
        assertThat(object(asked).object("error").orElseThrow().names()).containsExactly("code", "message", "next");
    }

    @Test
    void theDoctorSaysNoWhenOthersMayReadAKey(@TempDir Path keys) throws IOException {
        Files.writeString(keys.resolve("key.jwk"), "{}");
        assertThat(keys.resolve("key.jwk").toFile().setReadable(true, false)).isTrue();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_KEYS", keys.toString());
        variables.put("PATH", "");

        Asked asked = waybill(variables, "doctor", "--json");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("other users may read", "chmod -R go=");
    }

    @Test
    void theShellCompletesIdsOfRunsFromTheStoreThatTheLineNames(@TempDir Path directory) throws Exception {
        String script = waybill("completion", "bash").out() + """
                waybill() { [[ "$*" == "runs --ids --limit 200 --data d" ]] && echo run_01A run_02B; }
                COMP_WORDS=(waybill show --data d run_01) COMP_CWORD=4
                _complete_waybill_ids
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        // Longer than one argument of a process may be.
        Path file = Files.writeString(directory.resolve("completion.sh"), script);
        Process bash = new ProcessBuilder("bash", file.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip())
                .isEqualTo("run_01A");
    }

    @Test
    void completionKnowsEveryCommandInEveryShell() {
        assertThat(waybill("completion", "bash").out()).contains("doctor", "completion", "--json");
        assertThat(waybill("completion", "zsh").out()).contains("bashcompinit");
        assertThat(waybill("completion", "fish").out()).contains("-a doctor", "-l json", "waybill runs --ids");
    }

    @Test
    void aScriptOfWhichSomebodyReadsTheBeginningIsNoFailureAndAnUnreadAnswerIs() {
        assertThat(unread("completion", "bash")).isEqualTo(new Asked(ExitCode.YES, "", ""));
        assertThat(unread("nodes").code()).isEqualTo(ExitCode.USAGE);
        assertThat(unread("nodes").err()).contains("the answer could not be written");
    }

    private static Asked unread(String... words) {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        var err = new ByteArrayOutputStream();
        var environment = new Environment(
                InputStream.nullInputStream(),
                Environment.stream(closed),
                Environment.stream(err),
                new LinkedHashMap<>(),
                InstantSource.system());
        return new Asked(Main.run(environment, words), "", err.toString(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static JsonObject object(Asked asked) {
        return JsonReader.readObject(
                asked.out().getBytes(java.nio.charset.StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}

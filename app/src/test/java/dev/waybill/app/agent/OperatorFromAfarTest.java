package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// More of what an operator does without the database in hand: memory, sessions, replays, workflows, triggers,
/// artifacts.
class OperatorFromAfarTest {

    private static final String REPORT = """
            {"id":"report","name":"Report","version":"1",
             "triggers":[{"id":"night","type":"schedule","config":{"cron":"0 3 * * *","timezone":"Europe/Berlin"}}],
             "nodes":[{"id":"keep","typeId":"waybill.artifact",
                       "config":{"artifactType":"report","name":"report.md","content":"# All is well"}}]}
            """;

    @TempDir
    private Path folder;

    private Map<String, String> elsewhere = new LinkedHashMap<>();

    private Asked ask(ExitCode expected, String... words) {
        Asked asked = Asked.waybill(elsewhere, InstantSource.system(), new byte[0], words);
        assertThat(asked.code())
                .as(String.join(" ", words) + ": " + asked.out() + asked.err())
                .isEqualTo(expected);
        return asked;
    }

    private String yes(String... words) {
        return ask(ExitCode.YES, words).out();
    }

    private String no(String... words) {
        return ask(ExitCode.NO, words).err();
    }

    @Test
    void anOperatorNeedsNoDatabase() throws Exception {
        DataDirectory here = DataDirectory.in(folder);
        String file = Files.writeString(folder.resolve("report.json"), REPORT).toString();
        try (Served served = here.serve("")) {
            elsewhere.put("HOME", folder.resolve("elsewhere").toString());
            elsewhere.put("WAYBILL_SERVER", served.url());
            elsewhere.put("WAYBILL_API_KEY", served.key());

            assertThat(yes("workflow", "add", file)).contains("report is registered, revision 1");
            assertThat(yes("triggers")).contains("report/night", "0 3 * * * Europe/Berlin", "T0");
            assertThat(yes("triggers", "pause", "report/night")).contains("is paused");
            assertThat(yes("triggers", "--json")).contains("\"paused\":true").doesNotContain("nextDueAt");
            assertThat(yes("triggers", "resume", "report/night")).contains("is active");
            assertThat(no("triggers", "pause", "report/day")).contains("report/day");
            ask(ExitCode.USAGE, "triggers", "pause", "report");

            String run = ask(ExitCode.YES, "run", "report", "--json")
                    .json()
                    .string("runId")
                    .orElseThrow();
            assertThat(yes("artifacts", run)).contains("keep", "report", "13", "report.md");
            assertThat(yes("artifact", "get", run, "keep")).isEqualTo("# All is well");
            Path taken = folder.resolve("taken.md");
            yes("artifact", "get", run, "keep", "-o", taken.toString());
            assertThat(taken).hasContent("# All is well");
            assertThat(no("artifact", "get", run, "none")).contains("no artifact");
            assertThat(here.ask(ExitCode.YES, "artifacts", run, "--json").out())
                    .isEqualTo(yes("artifacts", run, "--json"));
            assertThat(here.ask(ExitCode.YES, "artifact", "get", run, "keep").out())
                    .isEqualTo("# All is well");

            assertThat(yes("show", "@last")).isEqualTo(yes("show", run));
            assertThat(yes("show", run.substring(22))).isEqualTo(yes("show", run));
            assertThat(ask(ExitCode.NO, "run", "reprot").err()).contains("did you mean \"report\"?");
            assertThat(Asked.waybill(elsewhere, InstantSource.system(), new byte[0], "doctor")
                            .out())
                    .contains("answers; 'waybill doctor' beside its store")
                    .doesNotContain("no run was started here yet");
            String theirs = folder.resolve("theirs.jsonl").toString();
            String proofs = folder.resolve("proofs.jsonl").toString();
            assertThat(yes("anchor", run.substring(0, 20), "--file", theirs, "-o", proofs))
                    .contains("the file " + theirs + " holds");
            String bundle = folder.resolve("run.zip").toString();
            assertThat(yes("export", run, "-o", bundle))
                    .isEqualTo(
                            here.ask(ExitCode.YES, "export", run, "-o", bundle).out())
                    .contains(" of them a summary");
            assertThat(yes("verify", bundle, "--anchor", theirs)).containsPattern("anchor\\s+receipts 1 to \\d+");

            assertThat(yes("telemetry", "--run", run.substring(0, 20)))
                    .contains("resourceSpans", "keep")
                    .isEqualTo(here.ask(ExitCode.YES, "telemetry", "--run", run).out());

            assertThat(yes("replay", run)).contains("same").doesNotContain("has not ended");
            assertThat(ask(ExitCode.NO, "replay", run, "--from", "999").err()).contains("expected an event from 0 to");

            yes("memory", "set", "notes", "home", "Basel", "--tag", "place");
            assertThat(yes("memory", "get", "notes", "home")).isEqualTo("Basel\n");
            assertThat(yes("memory", "list")).contains("notes", "Basel");
            assertThat(yes("memory", "history", "notes", "home")).contains("a person");
            assertThat(here.ask(ExitCode.YES, "memory", "list", "--json").out())
                    .isEqualTo(yes("memory", "list", "--json"));
            yes("memory", "delete", "notes", "home");
            assertThat(no("memory", "get", "notes", "home")).contains("no such entry");
            ask(ExitCode.USAGE, "memory", "list", "--tenant", "acme");

            assertThat(yes("sessions")).contains("There are no sessions");
            assertThat(no("sessions", "nobody")).contains("nobody");

            assertThat(yes("workflow", "remove", "report")).contains("is removed");
            assertThat(yes("triggers")).contains("There are no triggers");
            assertThat(no("workflow", "remove", "report")).contains("report");
            assertThat(ask(ExitCode.USAGE, "prune", "--older-than", "1d", "--server", served.url())
                            .err())
                    .contains("works where the runs are stored");
        }
    }

    @Test
    void aSessionLooksTheSameFromHereAndFromAfar() throws Exception {
        DataDirectory here = DataDirectory.in(folder);
        try (Served served = here.serve("");
                McpAgent agent = here.mcp()) {
            agent.call("workflow_start", DataDirectory.rounds(2));
            elsewhere.put("HOME", folder.resolve("elsewhere").toString());
            elsewhere.put("WAYBILL_SERVER", served.url());
            elsewhere.put("WAYBILL_API_KEY", served.key());
            String list = yes("sessions", "--json");
            assertThat(list)
                    .contains("\"rounds\"")
                    .isEqualTo(here.ask(ExitCode.YES, "sessions", "--json").out());
            String name = ask(ExitCode.YES, "sessions", "--json")
                    .json()
                    .array("sessions")
                    .orElseThrow()
                    .get(0)
                    .asObject()
                    .orElseThrow()
                    .string("sessionId")
                    .orElseThrow();
            assertThat(yes("sessions", name, "--json"))
                    .isEqualTo(
                            here.ask(ExitCode.YES, "sessions", name, "--json").out());
            assertThat(yes("sessions", name)).contains("rounds", "next      waybill show");
        }
    }
}

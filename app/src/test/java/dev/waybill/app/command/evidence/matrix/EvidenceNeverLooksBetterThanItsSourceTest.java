package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Answers about a task's end, over histories that hold, that lack something and that contradict themselves: taking a
/// record of the task away or spoiling it never gives a better exit code, and an export never answers better than its
/// source.
///
/// Not among what is taken away are a change of a policy, which leaves no trace where none says what it replaced, and a
/// second receipt that contradicts the first.
class EvidenceNeverLooksBetterThanItsSourceTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String APPLY = """
            {"type":"POLICY_APPLY","receipt_id":"apply_1","_ewp_version":"0","_ewp_origin":"ccio/guardian",\
            "_ewp_policy_version":"sha256:aaaa","lever":"BRAIN_TEMPERATURE","old_value":0.7,"new_value":0.65,\
            "applied_at":"2026-02-25T12:00:00Z"}""";

    @TempDir
    private Path folder;

    private static String record(String id, String type, String time, String more) {
        return """
                {"type":"%s","receipt_id":"%s","timestamp":"%s","_ewp_version":"0","_ewp_origin":"agentmesh/bridge",\
                "_ewp_task_id":"%s"%s}""".formatted(type, id, time, TASK, more);
    }

    private static String transition(String from, String more) {
        String states = ",\"from_state\":\"%s\",\"to_state\":\"merged\"".formatted(from);
        return record("evt_27", "TASK_TRANSITION", "2026-02-25T13:42:07Z", states + more);
    }

    private static String receipt(String end, String more) {
        String state = ",\"terminal_state\":\"%s\"".formatted(end);
        return record("evt_29", "ASSAY_RECEIPT", "2026-02-25T13:42:09Z", state + more);
    }

    private static String under(String version) {
        return ",\"_ewp_policy_version\":\"sha256:%s\"".formatted(version);
    }

    /// The records of a task, by what is the matter with them.
    private static Map<String, List<String>> histories() {
        Map<String, List<String>> histories = new LinkedHashMap<>();
        histories.put("whole", List.of(transition("review_pass", under("aaaa")), receipt("MERGED", under("aaaa"))));
        histories.put(
                "stated by the receipt", List.of(transition("review_pass", ""), receipt("MERGED", under("aaaa"))));
        histories.put("silent receipt", List.of(transition("review_pass", ""), receipt("MERGED", "")));
        histories.put("no receipt", List.of(transition("review_pass", under("aaaa"))));
        histories.put("another end", List.of(transition("review_pass", under("aaaa")), receipt("ABORTED", "")));
        histories.put("a jump", List.of(transition("planned", under("aaaa")), receipt("MERGED", under("aaaa"))));
        histories.put(
                "two statements", List.of(transition("review_pass", under("aaaa")), receipt("MERGED", under("bbbb"))));
        return histories;
    }

    private EvidenceDesk desk(String name) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name.replace(' ', '-')));
        return EvidenceDesk.in(own).with("WAYBILL_KEYS", folder.resolve("keys").toString());
    }

    private static Told answer(EvidenceDesk desk, String... sources) {
        desk.index(sources);
        return desk.question("policy-at", TASK, "--event", "merged");
    }

    private static Told answer(EvidenceDesk desk, List<String> task) {
        return answer(desk.file("mesh/records.jsonl", task).file("ccio/policy.jsonl", APPLY + "\n"), "mesh", "ccio");
    }

    @TestFactory
    Stream<DynamicTest> lessOrSpoiledEvidenceOfATaskNeverGivesABetterExitCode() {
        return histories().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> weaken(each.getKey(), each.getValue())));
    }

    private void weaken(String name, List<String> task) throws IOException {
        int whole = answer(desk(name), task).code().number();
        for (int i = 0; i < task.size(); i++) {
            List<String> without = new ArrayList<>(task);
            String taken = without.remove(i);
            assertThat(answer(desk(name + " without " + i), without).code().number())
                    .as("%s without %s", name, taken)
                    .isGreaterThanOrEqualTo(whole);
            for (String spoiled : List.of(
                    taken.substring(0, taken.length() / 2),
                    taken.replace("_state", "_stale"),
                    taken.replace("merged", "running").replace("MERGED", "RUNNING"),
                    taken.replace(TASK, "task_000000000000"))) {
                List<String> changed = new ArrayList<>(task);
                changed.set(i, spoiled);
                assertThat(answer(desk(name + " spoiled " + i + spoiled.hashCode()), changed)
                                .code()
                                .number())
                        .as("%s with %s", name, spoiled)
                        .isGreaterThanOrEqualTo(whole);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> anExportNeverAnswersBetterThanItsSource() throws IOException {
        assertThat(Asked.waybill(desk("keys").variables(), "keys", "new").code())
                .isEqualTo(ExitCode.YES);
        List<DynamicTest> tests = new ArrayList<>();
        histories()
                .forEach((name, task) -> tests.add(DynamicTest.dynamicTest(name, () -> {
                    EvidenceDesk desk = desk("export " + name);
                    compare(desk, answer(desk, task));
                })));
        tests.add(DynamicTest.dynamicTest("a forged merge in a chained ledger", () -> {
            EvidenceDesk desk = desk("export forged");
            new TaskLife(desk, TASK).through(TaskLife.TO_MERGED);
            desk.change(TaskLife.EVENTS, lines -> {
                lines.replaceAll(line -> line.contains("\"merged\"") ? line.replace("review_pass", "ci_pass") : line);
                return lines;
            });
            Told source = answer(desk.file("ccio/policy.jsonl", APPLY + "\n"), TaskLife.LEDGER, "ccio");
            assertThat(source.code()).as("%s", source.json()).isEqualTo(ExitCode.TAMPERED);
            compare(desk, source);
        }));
        return tests.stream();
    }

    private static void compare(EvidenceDesk desk, Told source) throws IOException {
        for (String format : List.of("--jsonl", "--cloudevents", "--proof-pack", "--evidence-zip")) {
            EvidenceDesk elsewhere =
                    EvidenceDesk.in(Files.createDirectories(desk.folder().resolve("to" + format)));
            String target = elsewhere.path(format.equals("--evidence-zip") ? "out.zip" : "out");
            boolean lines = format.equals("--jsonl") || format.equals("--cloudevents");
            Asked written = lines
                    ? desk.ask("export", format, "--index", desk.path("index"))
                    : desk.ask("export", format, target, "--index", desk.path("index"));
            assertThat(written.code())
                    .as(format)
                    .isEqualTo(source.code() == ExitCode.TAMPERED ? ExitCode.TAMPERED : ExitCode.YES);
            if (lines) {
                elsewhere.file("out.jsonl", written.out());
            }
            Told imported = answer(
                    elsewhere,
                    lines ? "out.jsonl" : Path.of(target).getFileName().toString());
            assertThat(imported.code().number())
                    .as("%s: %s%nbefore: %s", format, imported.json(), source.json())
                    .isGreaterThanOrEqualTo(source.code().number());
            assertThat(Told.text(imported.json(), "verdict")).as(format).isEqualTo(Told.text(source.json(), "verdict"));
        }
    }
}

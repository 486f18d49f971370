package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T8 over the other systems' real files: most of them were written before or after the protocol's time.
class T8AbsentFieldsBreakNothingInteropTest {

    @TempDir
    Path folder;

    private EvidenceDesk indexed(String name) throws IOException {
        EvidenceDesk desk = EvidenceDesk.in(Files.createTempDirectory(folder, "t8"));
        // An absolute name stays what it is, so that the real files are read where they lie.
        Told index = desk.index(Interop.path("ewp/" + name).toString());
        assertThat(index.codes()).isEmpty();
        assertThat(index.code()).isEqualTo(ExitCode.YES);
        return desk;
    }

    @TestFactory
    Stream<DynamicTest> everyFileIsReadWithoutAnError() {
        return Stream.of(
                        "agentmesh-ewp-f124e35",
                        "agentmesh-pr47",
                        "canary-01",
                        "quintet",
                        "ccio-decision-receipts",
                        "assay/store-day-dir")
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    EvidenceDesk desk = indexed(name);
                    List<String> exported = desk.exported();
                    assertThat(exported).containsAll(lines(Interop.path("ewp/" + name)));
                    assertThat(desk.question("dag").code()).isIn(ExitCode.YES, ExitCode.NO);
                }));
    }

    /// Every line of every file that has one record a line.
    private static List<String> lines(Path root) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @TestFactory
    Stream<DynamicTest> questionsAreAnsweredFromNativeFields() {
        return Stream.of(
                answered("agentmesh-pr47", "agent_dev_1", "who", "task_33b61cff7da2"),
                answered("agentmesh-pr47", "411d959587a2d8cdffe4c26489ae47cea30e773a", "commits", "task_33b61cff7da2"),
                answered("agentmesh-pr47", "agentmesh:evt_000030", "trace", "task_33b61cff7da2"),
                answered("ccio-decision-receipts", "3.2.1", "why", "ccio:a1b2c3d4-e5f6-4789-abcd-ef0123456789"),
                answered("quintet", "ccio:ep-001", "why", "ccio:ep-001"));
    }

    private DynamicTest answered(String name, String part, String... words) {
        return DynamicTest.dynamicTest(String.join(" ", words), () -> {
            Told answer = indexed(name).question(words);
            assertThat(answer.json().string("verdict")).get().isNotEqualTo("UNKNOWN");
            assertThat(answer.json().toString()).contains(part).contains("\"basis\":\"native\"");
            assertThat(answer.path())
                    .isNotEmpty()
                    .filteredOn(line ->
                            !line.object("record").orElseThrow().toString().contains("\"_ewp_"))
                    .allSatisfy(line -> assertThat(line.toString()).doesNotContain("\"basis\":\"envelope\""));
        });
    }
}

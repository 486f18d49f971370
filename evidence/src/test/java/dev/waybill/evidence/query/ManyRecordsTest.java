package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers about more records than are held in memory at once.
class ManyRecordsTest {

    private static final int MANY = 5_000;
    private static final int STORES = 40;

    @TempDir
    Path directory;

    private EvidenceFolder files;

    @BeforeEach
    void folder() {
        files = new EvidenceFolder(directory);
    }

    private static Rec link(int number) {
        Rec step = Rec.of("agentmesh:evt_%06d".formatted(number), "TASK_TRANSITION")
                .correlation("corr_long")
                .task("task_long")
                .agent("agent_" + number % 3)
                .at("2026-02-25T13:00:00Z")
                .with("to_state", number < MANY - 1 ? "running" : "merged");
        return number == 0 ? step : step.parents("agentmesh:evt_%06d".formatted(number - 1));
    }

    private EvidenceIndex longChain() {
        return files.add(
                        "mesh/events.jsonl",
                        IntStream.range(0, MANY)
                                .map(number -> MANY - 1 - number)
                                .mapToObj(ManyRecordsTest::link)
                                .toArray(Rec[]::new))
                .index();
    }

    private static List<String> ids(Answer answer) {
        return answer.path().stream().map(line -> line.found().id().id()).toList();
    }

    private static List<String> downTo(int last) {
        return IntStream.rangeClosed(last, MANY - 1)
                .map(number -> MANY - 1 + last - number)
                .mapToObj("evt_%06d"::formatted)
                .toList();
    }

    @Test
    void aLongChainComesWholeAndEachAfterItsParents() throws IOException {
        try (EvidenceIndex index = longChain()) {
            Answer trace = new Queries(index).trace("corr_long");
            assertThat(ids(trace)).isEqualTo(downTo(0).reversed());
            assertThat(trace.exitCode()).isZero();
            assertThat(trace.graph().nodes()).hasSize(EvidenceGraph.MOST);
            assertThat(trace.toJson().array("path").orElseThrow().size()).isEqualTo(MANY);
        }
    }

    @Test
    void aRecordIsTracedBackThroughAllThatLedToIt() throws IOException {
        try (EvidenceIndex index = longChain()) {
            Answer why = new Queries(index).why("evt_%06d".formatted(MANY - 1), MANY);
            assertThat(ids(why)).isEqualTo(downTo(0));
            assertThat(why.path().getFirst().role()).isEqualTo("asked");
            assertThat(why.path().getLast().depth()).isEqualTo(MANY - 1);
            assertThat(why.graph().nodes()).hasSize(EvidenceGraph.MOST);
        }
    }

    @Test
    void aTaskOfManyRecordsNamesItsAgentsAndItsState() throws IOException {
        try (EvidenceIndex index = longChain()) {
            Answer who = new Queries(index).who("task_long");
            assertThat(who.headline()).isEqualTo("agent_0, agent_1, agent_2");
            assertThat(who.path()).hasSize(MANY);
            assertThat(new Queries(index).checkpoints("task_long", false).headline())
                    .startsWith("0 of 1 checkpoints");
        }
    }

    @Test
    void anIdThatManyStoresCountMeansTheRecordOfTheOwnStore() throws IOException {
        for (int store = 0; store < STORES; store++) {
            files.add(
                    "mesh" + store + "/events.jsonl",
                    Rec.of("agentmesh:evt_000001", "STEP").correlation("corr_" + store),
                    Rec.of("agentmesh:evt_000002", "STEP")
                            .correlation("corr_" + store)
                            .parents("evt_000001"));
        }
        try (EvidenceIndex index = files.index()) {
            Answer dag = new Queries(index).dag(null);
            assertThat(dag.exitCode()).isZero();
            assertThat(dag.headline()).startsWith("80 records, 40 references");
            assertThat(ids(new Queries(index).trace("corr_7"))).containsExactly("evt_000001", "evt_000002");
        }
    }

    @Test
    void recordsThatAllHaveOneIdAreToldApartFromCopies() throws IOException {
        files.add(
                "plain/a.jsonl",
                IntStream.range(0, 300)
                        .mapToObj(number -> Rec.of("job", "STEP").with("n", Integer.toString(number / 2)))
                        .toArray(Rec[]::new));
        try (EvidenceIndex index = files.index()) {
            Answer dag = new Queries(index).dag(null);
            assertThat(dag.result().object("counts").orElseThrow().get(FindingCode.DUPLICATE_ID.name()))
                    .hasToString("298");
            assertThat(new Queries(index).why("job", 1).path()).hasSize(150);
        }
    }
}

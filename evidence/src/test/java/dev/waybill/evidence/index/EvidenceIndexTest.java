package dev.waybill.evidence.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.Repo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceIndexTest {

    @TempDir
    Path directory;

    private EvidenceFolder files;

    @BeforeEach
    void twoSystems() {
        files = new EvidenceFolder(directory)
                .add(
                        "agentmesh/events.jsonl",
                        Rec.of("agentmesh:evt_000001", "TASK_TRANSITION").task("task_8c69bd04b163"),
                        Rec.of("agentmesh:evt_000002", "ASSAY_RECEIPT")
                                .task("task_8c69bd04b163")
                                .agent("claude_1"))
                .add(
                        "ccio/policy.jsonl",
                        Rec.of("ccio:policy_apply_1", "POLICY_APPLY")
                                .parents("agentmesh:evt_000001")
                                .with("unseekable", true),
                        Rec.of("ccio:evt_000001", "NOTE").with("broken", true));
    }

    @Test
    void anIdIsFoundBareAndQualified() throws IOException {
        try (EvidenceIndex index = files.index()) {
            assertThat(ids(index.byId("evt_000001"))).containsExactly("agentmesh:evt_000001", "ccio:evt_000001");
            assertThat(ids(index.byId("ccio:evt_000001"))).containsExactly("ccio:evt_000001");
            assertThat(index.byId("quintet:evt_000001")).isEmpty();
        }
    }

    @Test
    void aRecordComesBackWithPlaceAndIntegrity() throws IOException {
        try (EvidenceIndex index = files.index()) {
            IndexedRecord broken = index.byId("ccio:evt_000001").getFirst();
            assertThat(broken.record().place().toString()).isEqualTo("ccio/policy.jsonl:2");
            assertThat(broken.record().integrity()).isEqualTo(Integrity.broken("hash differs"));
        }
    }

    @Test
    void whatCannotBeFoundAgainInItsFileIsKept() throws IOException {
        try (EvidenceIndex index = files.index()) {
            Files.delete(directory.resolve("ccio/policy.jsonl"));
            assertThat(ids(index.ofType("POLICY_APPLY").toList())).containsExactly("ccio:policy_apply_1");
            assertThatThrownBy(() -> index.byId("ccio:evt_000001"))
                    .isInstanceOf(UnusableIndex.class)
                    .hasMessageContaining("policy.jsonl was changed after it was indexed");
        }
    }

    @Test
    void fieldsTypesAndChildrenAreKeys() throws IOException {
        try (EvidenceIndex index = files.index()) {
            assertThat(ids(index.by(Field.TASK, "task_8c69bd04b163")))
                    .containsExactly("agentmesh:evt_000001", "agentmesh:evt_000002");
            assertThat(ids(index.by(Field.AGENT, "claude_1"))).containsExactly("agentmesh:evt_000002");
            assertThat(ids(index.children(new QualifiedId(Repo.AGENTMESH, "evt_000001"))))
                    .containsExactly("ccio:policy_apply_1");
            assertThat(index.children(new QualifiedId(Repo.CCIO, "evt_000001"))).isEmpty();
        }
    }

    @Test
    void aBeginningFindsNamesAndAMistakeTheNearest() throws IOException {
        try (EvidenceIndex index = files.index()) {
            assertThat(index.prefix(Named.TASK, "task_8c", 5)).containsExactly("task_8c69bd04b163");
            assertThat(index.prefix(Named.RECORD, "evt_", 5)).containsExactly("evt_000001", "evt_000002");
            assertThat(index.prefix(Named.RECORD, "evt_", 1)).containsExactly("evt_000001");
            assertThat(index.near(Named.TASK, "task_8c69db04b163", 3)).containsExactly("task_8c69bd04b163");
            assertThat(index.near(Named.TASK, "something else", 3)).isEmpty();
        }
    }

    @Test
    void badLinesAreFindings() throws IOException {
        files.write("assay/a.jsonl", "{\"id\":\"x\"}\nnot json\n");
        try (EvidenceIndex index = files.index()) {
            assertThat(index.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo(FindingCode.UNREADABLE_LINE);
                assertThat(finding.place()).hasToString("assay/a.jsonl:2");
            });
        }
    }

    @Test
    void aChangedAddedOrRemovedFileMakesItStale() throws IOException {
        try (EvidenceIndex index = files.index()) {
            assertThat(index.isStale()).isFalse();
            Path added = Files.writeString(directory.resolve("ccio/more.jsonl"), "{}");
            assertThat(index.isStale()).isTrue();
            Files.delete(added);
            assertThat(index.isStale()).isFalse();
            Files.writeString(directory.resolve("ccio/policy.jsonl"), "\n", StandardOpenOption.APPEND);
            assertThat(index.isStale()).isTrue();
        }
    }

    @Test
    void anIndexInsideItsOwnRootIsNotStaleByItself() throws IOException {
        Path root = directory.resolve("agentmesh");
        Path folder = root.resolve("index");
        try (IndexWriter writer = IndexWriter.begin(folder, List.of(root))) {
            writer.commit();
        }
        try (EvidenceIndex index = EvidenceIndex.open(folder, EvidenceFolder.FORMATS)) {
            assertThat(index.isStale()).isFalse();
        }
    }

    @Test
    void untilItIsCommittedTheOldOneStays() throws IOException {
        files.index().close();
        files.add("quintet/recs.jsonl", Rec.of("quintet:qt_1", "POLICY_RECOMMENDATION"));
        try (IndexWriter writer = IndexWriter.begin(files.indexFolder(), files.roots())) {
            files.read(writer);
        }
        try (EvidenceIndex index = EvidenceIndex.open(files.indexFolder(), EvidenceFolder.FORMATS)) {
            assertThat(index.size()).isEqualTo(4);
        }
    }

    @Test
    void whoHasItOpenSeesWhatWasThere() throws IOException {
        try (EvidenceIndex before = files.index()) {
            files.add("quintet/recs.jsonl", Rec.of("quintet:qt_1", "POLICY_RECOMMENDATION"));
            try (EvidenceIndex after = files.index()) {
                assertThat(after.size()).isEqualTo(5);
            }
            assertThat(before.size()).isEqualTo(4);
            assertThat(before.byId("quintet:qt_1")).isEmpty();
        }
    }

    @Test
    void whatIsNoWholeIndexIsRefused() throws IOException {
        assertThatThrownBy(() -> EvidenceIndex.open(directory.resolve("none"), EvidenceFolder.FORMATS))
                .isInstanceOf(UnusableIndex.class)
                .hasMessageContaining("found none");
        files.index().close();
        Path database = files.indexFolder().resolve("index.db");
        byte[] bytes = Files.readAllBytes(database);
        Files.write(database, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> {
                    try (EvidenceIndex index = EvidenceIndex.open(files.indexFolder(), EvidenceFolder.FORMATS)) {
                        index.records().toList();
                    }
                })
                .isInstanceOf(UnusableIndex.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void anIndexOfAnotherVersionIsRefusedAndMadeAnew() throws Exception {
        files.index().close();
        sql("pragma user_version = 99");
        assertThatThrownBy(() -> EvidenceIndex.open(files.indexFolder(), EvidenceFolder.FORMATS))
                .hasMessageContaining("expected version " + IndexDatabase.VERSION)
                .hasMessageContaining("found 99");
        try (EvidenceIndex index = files.index()) {
            assertThat(index.size()).isEqualTo(4);
        }
    }

    @Test
    void somebodyElsesDatabaseIsNeverReplaced() throws Exception {
        Files.createDirectories(files.indexFolder());
        sql("create table precious (thing text)");
        assertThatThrownBy(() -> files.index())
                .isInstanceOf(UnusableIndex.class)
                .hasMessageContaining("a database of something else");
        sql("select * from precious");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + files.indexFolder().resolve("index.db"));
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void aCommitIsFoundByItsFullAndItsShortenedHash() throws IOException {
        String full = "9".repeat(40);
        files.add(
                "more/x.jsonl",
                Rec.of("waybill:full", "NOTE").with("commit_sha", full),
                Rec.of("waybill:short", "NOTE").with("commit_sha", full.substring(0, 9)),
                Rec.of("waybill:other", "NOTE").with("commit_sha", "9999999a"));
        try (EvidenceIndex index = files.index()) {
            assertThat(ids(index.byCommit(full))).containsExactly("waybill:full", "waybill:short");
            assertThat(ids(index.byCommit(full.substring(0, 8)))).containsExactly("waybill:full", "waybill:short");
            assertThat(index.byCommit("999999")).isEmpty();
        }
    }

    @Test
    void aFormatThatNobodyKnowsIsRefused() throws IOException {
        files.index().close();
        try (EvidenceIndex index = EvidenceIndex.open(files.indexFolder(), List.of())) {
            assertThatThrownBy(() -> index.record(0))
                    .isInstanceOf(UnusableIndex.class)
                    .hasMessageContaining("plain/record");
        }
    }

    private static List<String> ids(List<IndexedRecord> records) {
        return records.stream().map(record -> record.id().toString()).toList();
    }
}

package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskQueriesTest {

    @TempDir
    Path directory;

    @Test
    void agentsAreNamedWithWhatNamesThem() {
        Answer who = ask(
                queries -> queries.who("task_aa"),
                transition("1", "task_aa", "assigned").agent("claude_1"),
                Rec.of("agentmesh:att_1", "ATTEMPT").task("task_aa").agent("claude_2"),
                transition("2", "task_bb", "assigned").agent("claude_3"));
        assertThat(who.verdict()).isEqualTo(Verdict.STATED);
        assertThat(who.headline()).isEqualTo("claude_1, claude_2");
        assertThat(who.result().toString())
                .isEqualTo("{\"agents\":[{\"agent\":\"claude_1\",\"by\":[\"TASK_TRANSITION\"],\"basis\":[\"envelope\"],"
                        + "\"records\":1},{\"agent\":\"claude_2\",\"by\":[\"ATTEMPT\"],\"basis\":[\"envelope\"],"
                        + "\"records\":1}]}");
        assertThat(who.exitCode()).isZero();
    }

    @Test
    void anAgentOfTheEpisodeOnlyIsDerived() {
        Answer who = ask(
                queries -> queries.who("task_aa"),
                transition("1", "task_aa", "assigned").episode("ep_1"),
                Rec.of("agentmesh:weave_1", "WEAVE_EVENT").episode("ep_1").agent("claude_9"),
                transition("2", "task_bb", "assigned").episode("ep_1").agent("claude_3"));
        assertThat(who.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(who.headline()).isEqualTo("claude_9");
    }

    @Test
    void commitsAreJoinedThroughTheEpisodeAndSaidToBe() {
        Answer commits = ask(
                queries -> queries.commits("task_aa"),
                transition("1", "task_aa", "assigned").episode("ep_1"),
                Rec.of("agentmesh:weave_1", "WEAVE_EVENT").episode("ep_1").with("commit", "f124e35"));
        assertThat(commits.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(commits.rule()).isEqualTo(Rule.COMMITS_BY_EPISODE);
        assertThat(commits.headline()).isEqualTo("f124e35");
        assertThat(commits.exitCode()).isZero();
    }

    @Test
    void anEpisodeOfSeveralTasksMakesItsCommitsDoubtful() {
        Answer commits = ask(
                queries -> queries.commits("task_aa"),
                transition("1", "task_aa", "assigned").episode("ep_1"),
                transition("2", "task_bb", "assigned").episode("ep_1"),
                Rec.of("agentmesh:weave_1", "WEAVE_EVENT").episode("ep_1").with("commit", "f124e35"));
        assertThat(commits.gaps()).extracting(Gap::code).containsExactly(GapCode.EPISODE_SHARED);
    }

    @Test
    void withoutAnEpisodeNoCommitIsKnown() {
        Answer commits = ask(queries -> queries.commits("task_aa"), transition("1", "task_aa", "assigned"));
        assertThat(commits.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(commits.gaps()).extracting(Gap::code).containsExactly(GapCode.EPISODE_UNKNOWN);
    }

    @Test
    void coverageIsCheckpointsPresentByCriticalStatesReached() {
        Rec[] records = {
            transition("1", "task_aa", "assigned"),
            transition("2", "task_aa", "running"),
            transition("3", "task_aa", "pr_open"),
            transition("4", "task_bb", "assigned"),
            Rec.of("agentmesh:evt_9", "CHECKPOINT_RECEIPT").task("task_aa").with("checkpoint", "ASSIGNED"),
            Rec.of("agentmesh:evt_8", "ewp.checkpoint_receipt/v0")
                    .task("task_bb")
                    .with("checkpoint", "assigned"),
        };
        Answer all = ask(queries -> queries.checkpoints(null, false), records);
        assertThat(all.headline()).isEqualTo("2 of 3 checkpoints are there (66.6 %)");
        assertThat(all.exitCode()).isEqualTo(1);
        assertThat(all.result().toString())
                .isEqualTo("{\"present\":2,\"reached\":3,\"coverage\":0.6666,\"tasks\":["
                        + "{\"task\":\"task_aa\",\"reached\":[\"assigned\",\"running\"],\"missing\":[\"running\"],"
                        + "\"coverage\":0.5000},"
                        + "{\"task\":\"task_bb\",\"reached\":[\"assigned\"],\"missing\":[],\"coverage\":1.0000}]}");
        Answer missing = ask(queries -> queries.checkpoints(null, true), records);
        assertThat(missing.result().array("tasks").orElseThrow().size()).isEqualTo(1);
        Answer one = ask(queries -> queries.checkpoints("task_b", false), records);
        assertThat(one.headline()).isEqualTo("1 of 1 checkpoints are there (100.0 %)");
        assertThat(one.exitCode()).isZero();
    }

    @Test
    void ancestorsEndAtTheDepthAndAtWhatIsMissing() {
        Rec[] records = {
            Rec.of("ccio:a", "X").parents("ccio:gone"),
            Rec.of("ccio:b", "X").parents("ccio:a"),
            Rec.of("ccio:c", "X").parents("ccio:b")
        };
        Answer why = ask(queries -> queries.why("ccio:c", 20), records);
        assertThat(why.path()).extracting(Line::depth).containsExactly(0, 1, 2);
        assertThat(why.gaps()).extracting(Gap::code).containsExactly(GapCode.PARENT_MISSING);
        assertThat(why.graph().nodes())
                .last()
                .satisfies(node -> assertThat(node.state()).isEqualTo(EvidenceGraph.State.MISSING));
        Answer shallow = ask(queries -> queries.why("ccio:c", 1), records);
        assertThat(shallow.gaps()).extracting(Gap::code).containsExactly(GapCode.DEPTH_REACHED);
        assertThat(ask(queries -> queries.impact("ccio:a", 20), records).path()).hasSize(3);
    }

    @Test
    void anUnknownNameGetsTheNearestAndTheFilesSearched() {
        Answer answer = ask(queries -> queries.who("task_ab"), transition("1", "task_aa", "assigned"));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(answer.gaps().getFirst().message())
                .contains("near it: task_aa")
                .contains("agentmesh/events.jsonl");
        assertThat(answer.exitCode()).isEqualTo(1);
    }

    @Test
    void aBeginningOfSeveralNamesIsAmbiguous() {
        Answer answer = ask(
                queries -> queries.who("task_"),
                transition("1", "task_aa", "assigned"),
                transition("2", "task_ab", "assigned"));
        assertThat(answer.verdict()).isEqualTo(Verdict.AMBIGUOUS);
        assertThat(answer.result().toString()).isEqualTo("{\"candidates\":[\"task_aa\",\"task_ab\"]}");
    }

    @Test
    void aQualifiedIdMayBeShortenedToo() {
        Answer answer = ask(queries -> queries.why("agentmesh:evt_00", 20), transition("1", "task_aa", "assigned"));
        assertThat(answer.subject()).isEqualTo("agentmesh:evt_001");
    }

    private static Rec transition(String number, String task, String state) {
        return Rec.of("agentmesh:evt_00" + number, "TASK_TRANSITION").task(task).with("to_state", state);
    }

    private Answer ask(Function<Queries, Answer> question, Rec... records) {
        EvidenceFolder files = new EvidenceFolder(directory).add("agentmesh/events.jsonl", records);
        try (EvidenceIndex index = files.index()) {
            return question.apply(new Queries(index));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

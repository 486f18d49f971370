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

    private static Rec[] chain() {
        return new Rec[] {
            transition("1", "task_aa", "planned").correlation("corr_1").at("2026-02-25T10:00:00Z"),
            transition("2", "task_aa", "merged")
                    .correlation("corr_1")
                    .at("2026-02-25T11:00:00Z")
                    .parents("agentmesh:evt_001"),
            Rec.of("agentmesh:evt_003", "NOTE").task("task_aa").at("2026-02-25T12:00:00Z"),
            transition("4", "task_bb", "planned"),
        };
    }

    @Test
    void aTaskStandsForItsLastTransitionWhereSomethingIsAskedWhy() {
        Answer why = ask(queries -> queries.why("task_a", 5), chain());
        assertThat(why.headline())
                .isEqualTo("1 earlier record led to agentmesh:evt_002, the last transition of task_aa");
        assertThat(why.subject()).isEqualTo("agentmesh:evt_002");
        assertThat(why.result().string("task")).contains("task_aa");
        assertThat(why.exitCode()).isZero();
    }

    @Test
    void aTaskStandsForItsFirstTransitionWhereItsImpactIsAsked() {
        Answer impact = ask(queries -> queries.impact("agentmesh:task_aa", 5), chain());
        assertThat(impact.headline())
                .isEqualTo("1 later record follows from agentmesh:evt_001, the first transition of task_aa");
    }

    @Test
    void aTaskStandsForTheOneChainOfItsRecords() {
        Answer trace = ask(queries -> queries.trace("task_aa"), chain());
        assertThat(trace.headline()).isEqualTo("2 records carry corr_1, the chain of task_aa");
        assertThat(trace.subject()).isEqualTo("corr_1");
        Answer none = ask(queries -> queries.trace("task_bb"), chain());
        assertThat(none.headline()).isEqualTo("no record of task_bb carries a correlation id");
        assertThat(none.gaps()).extracting(Gap::message).first().asString().contains("policy-at | who | commits");
        Answer several = ask(
                queries -> queries.trace("task_aa"),
                transition("1", "task_aa", "planned").correlation("corr_1"),
                transition("2", "task_aa", "merged").correlation("corr_2"));
        assertThat(several.verdict()).isEqualTo(Verdict.AMBIGUOUS);
        assertThat(several.result().toString()).contains("[\"corr_1\",\"corr_2\"]");
    }

    @Test
    void aRecordGoesBeforeATaskOfTheSameName() {
        Rec row = Rec.of("agentmesh:task_aa", "TASK_ROW").task("task_aa");
        Answer why = ask(queries -> queries.why("task_aa", 5), row, transition("1", "task_aa", "planned"));
        assertThat(why.headline()).isEqualTo("0 earlier records led to agentmesh:task_aa");
        assertThat(ask(queries -> queries.why("task_zz", 5), chain()).gaps())
                .extracting(Gap::code)
                .containsExactly(GapCode.NOT_FOUND);
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
        assertThat(all.headline()).isEqualTo("2 of 3 checkpoints present (66.6 %)");
        assertThat(all.exitCode()).isEqualTo(1);
        assertThat(all.result().toString())
                .isEqualTo("{\"present\":2,\"reached\":3,\"coverage\":0.6666,\"tasks\":["
                        + "{\"task\":\"task_aa\",\"reached\":[\"assigned\",\"running\"],\"missing\":[\"running\"],"
                        + "\"coverage\":0.5000},"
                        + "{\"task\":\"task_bb\",\"reached\":[\"assigned\"],\"missing\":[],\"coverage\":1.0000}]}");
        Answer missing = ask(queries -> queries.checkpoints(null, true), records);
        assertThat(missing.result().array("tasks").orElseThrow().size()).isEqualTo(1);
        Answer one = ask(queries -> queries.checkpoints("task_b", false), records);
        assertThat(one.headline()).isEqualTo("1 of 1 checkpoints present (100.0 %)");
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

package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.PureNode;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What must hold for every run, whoever tells it what.
class RandomRunsTest {

    @Test
    void everyRunFoldsToWhatWasDecidedAndEnds() {
        Seeds.check(400, random -> {
            History history = RandomRuns.played(random);
            assertThat(history.state().isTerminal()).isTrue();
            Event last = history.log().getLast();
            assertThatThrownBy(() -> Fold.evolve(history.state(), last)).isInstanceOf(CorruptLog.class);
            long head = history.state().head();
            new RandomRuns(random, history).play(10);
            assertThat(history.state().head()).isEqualTo(head);
        });
    }

    private static boolean isCancelled(History history) {
        return history.facts().stream().anyMatch(RunFact.RunCancelling.class::isInstance);
    }

    @Test
    void aReplayFromAnyEventGivesTheSameBytes() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            long from = random.nextInt(source.log().size() + 1);
            History replay = source.replayedAt(from, History.decider()).replay(source);
            if (isCancelled(source)) {
                assertThat(replay.state().isTerminal()).isTrue();
            } else {
                assertThat(History.bytes(replay.log())).isEqualTo(History.bytes(source.log()));
            }
        });
    }

    @Test
    void aCheckFindsEveryRunAsItWasCancelledOnesToo() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            long from = random.nextInt(source.log().size() + 1);
            History check = source.checkedAt(from, History.decider()).replay(source);
            assertThat(History.bytes(check.log())).isEqualTo(History.bytes(source.log()));
        });
    }

    @Test
    void aReplayGoesPastACancelAndSaysSo() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            if (isCancelled(source)) {
                History replay = source.replayedAt(0, History.decider()).replay(source);
                assertThat(replay.facts())
                        .filteredOn(ReplayFact.ReplayDiverged.class::isInstance)
                        .hasSize(1)
                        .first()
                        .satisfies(fact -> assertThat(((ReplayFact.ReplayDiverged) fact).divergenceKind())
                                .isEqualTo("missing"));
                assertThat(replay.facts()).noneMatch(RunFact.RunCancelled.class::isInstance);
                assertThat(replay.state().isTerminal()).isTrue();
            }
        });
    }

    /// Gives something else than the node that the source ran.
    private record Other() implements PureNode {
        @Override
        public String typeId() {
            return "test.pure";
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(History.json("{'v':2}"));
        }
    }

    private record Original() implements PureNode {
        @Override
        public String typeId() {
            return "test.pure";
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(History.json("{'v':1}"));
        }
    }

    @Test
    void aReplayThatComesToSomethingElseSaysWhatWasExpectedAndWhatItFound() {
        GraphText graph = GraphText.graph()
                .works("a")
                .node("p", "test.pure")
                .works("b")
                .edge("a", "p")
                .edge("p", "b");
        History source = History.of(graph, History.decider(new Original()))
                .started()
                .finished("a", "{'x':1}")
                .finished("b", "{'y':1}");
        History replay = source.replayedAt(0, History.decider(new Other())).replay(source);
        List<ReplayFact.ReplayDiverged> told = replay.facts().stream()
                .filter(ReplayFact.ReplayDiverged.class::isInstance)
                .map(ReplayFact.ReplayDiverged.class::cast)
                .toList();
        assertThat(told).hasSize(1).first().satisfies(fact -> {
            assertThat(fact.divergenceKind()).isEqualTo("output");
            assertThat(fact.atSequence()).isEqualTo(4);
            assertThat(String.valueOf(fact.expected())).contains("\"v\":1");
            assertThat(String.valueOf(fact.actual())).contains("\"v\":2");
        });
        // The ways have parted, and yet the activity is not done again: its recorded outcome is served.
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(replay.count("node.completed b")).isEqualTo(1);
    }

    @Test
    void afterADivergenceEachRoundOfALoopGetsItsOwnOutcome() {
        GraphText graph = GraphText.graph()
                .node("p", "test.pure")
                .works("a")
                .edge("p", "a")
                .edge("a", "a", GraphText.when("output.again == true"));
        History source = History.of(graph, History.decider(new Original()))
                .started()
                .finished("a", "{'again':true,'n':1}")
                .finished("a", "{'again':true,'n':2}")
                .finished("a", "{'again':false,'n':3}");
        History replay = source.replayedAt(0, History.decider(new Other())).replay(source);
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(replay.facts().stream().map(String::valueOf).filter(fact -> fact.contains("NodeCompleted[nodeId=a")))
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"n\":1"),
                        second -> assertThat(second).contains("\"n\":2"),
                        third -> assertThat(third).contains("\"n\":3"));
    }

    @Test
    void whatTheSourceNeverLearntFailsTheReplay() {
        History source = History.of(GraphText.graph().works("a")).started().cancelled();
        source.later(Fold.CANCEL_GRACE).advanced();
        assertThat(source.replayedAt(0, History.decider()).replay(source).error())
                .isEqualTo("replay_source_missing");
        History asking =
                History.of(GraphText.graph().node("gate", "core.approvalGate")).started();
        assertThat(asking.replayedAt(0, History.decider()).replay(asking).error())
                .isEqualTo("replay_source_missing");
        assertThat(asking.cancelled()
                        .replayedAt(0, History.decider())
                        .replay(asking)
                        .error())
                .isEqualTo("replay_source_missing");
    }

    @Test
    void aFailureThatIsServedAfterADivergenceStillFailsTheRun() {
        GraphText graph = GraphText.graph()
                .node("p", "test.pure")
                .works("a")
                .noops("end")
                .edge("p", "a")
                .edge("a", "end");
        History source =
                History.of(graph, History.decider(new Original())).started().failed("a");
        History replay = source.replayedAt(0, History.decider(new Other())).replay(source);
        assertThat(replay.error()).isEqualTo("broken");
    }

    @Test
    void aReplayTakesNoCommands() {
        History source = History.of(GraphText.graph().works("a")).started().finished("a");
        History replay = source.replayedAt(2, History.decider());
        assertThat(replay.refusal(at -> new Command.Cancel(at, null, null))).isEqualTo(RefusalCode.VALIDATION_ERROR);
        assertThat(replay.refusal(at -> new Command.LoseTrack(at, "a", 1, 1))).isEqualTo(RefusalCode.VALIDATION_ERROR);
    }

    @Test
    void aBranchGoesOnFromAnyEvent() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            int from = 1 + random.nextInt(source.log().size());
            History branch = source.branchedAt(from, "{'variables':{'n':9}}");
            if (branch.state().isTerminal()) {
                assertThat(from).isEqualTo(source.log().size());
                return;
            }
            branch.advanced();
            new RandomRuns(random, branch).finish();
            assertThat(branch.log().subList(0, from).stream().map(Event::fact).toList())
                    .isEqualTo(source.facts().subList(0, from));
        });
    }

    @Test
    void aBranchRightBeforeTheEndEndsLikeItsSource() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            History branch = source.branchedAt(source.log().size() - 1L, "{}").advanced();
            if (branch.state().isTerminal()) {
                assertThat(branch.status()).isEqualTo(source.status());
            }
        });
    }

    @Test
    void aBranchRightBehindAConditionWithoutAnAnswerFailsLikeItsSource() {
        for (String more : List.of("", ",'sourceOutput':'error'")) {
            History started = History.of(GraphText.graph()
                            .works("a")
                            .noops("b")
                            .edge("a", "b", more + GraphText.when("output.n + 1 == 2")))
                    .started();
            History source = more.isEmpty() ? started.finished("a", "{'n':'x'}") : started.failed("a");
            assertThat(source.error()).isEqualTo("condition_failed");
            History branch = source.branchedAt(source.log().size() - 1L, "{}").advanced();
            assertThat(branch.then()).containsExactly("run.failed");
            assertThat(branch.state().error()).isEqualTo(source.state().error());
        }
    }

    @Test
    void afterADivergenceAHandOverIsShownAsTheSourceRecordedIt() {
        GraphText graph = GraphText.graph()
                .node("p", "test.pure")
                .node("call", "core.subWorkflow", "'workflowId':'child','outputMapping':{'answer':'r'}")
                .edge("p", "call");
        History source = History.of(graph, History.decider(new Original())).started();
        String child = ((Occupation.HandingOver) source.state().node("call").occupation())
                .handOvers()
                .getFirst()
                .childRunId();
        source.tell(at -> new Command.ConfirmHandOver(at, "call", child));
        source.tell(at -> new Command.Collect(
                at, "call", child, RunStatus.COMPLETED, History.json("{'r':1}"), JsonObject.EMPTY, null));
        History replay = source.replayedAt(0, History.decider(new Other())).replay(source);
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(replay.facts().stream()
                        .filter(HandOverFact.class::isInstance)
                        .toList())
                .hasSize(1)
                .isEqualTo(source.facts().stream()
                        .filter(HandOverFact.class::isInstance)
                        .toList());
        assertThat(replay.state().variables()).isEqualTo(source.state().variables());
    }

    @Test
    void whatHappenedBeforeTheWaysPartedIsNotRepeated() {
        History source = History.of(GraphText.graph().node("call", "core.subWorkflow", "'workflowId':'child'"))
                .started();
        String child = ((Occupation.HandingOver) source.state().node("call").occupation())
                .handOvers()
                .getFirst()
                .childRunId();
        source.tell(at -> new Command.ConfirmHandOver(at, "call", child)).cancelled();
        source.tell(at ->
                new Command.Collect(at, "call", child, RunStatus.COMPLETED, JsonObject.EMPTY, JsonObject.EMPTY, null));
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(replay.all())
                .containsExactly(
                        "run.started",
                        "node.started call",
                        "node.dispatched call",
                        "replay.diverged",
                        "node.completed call",
                        "run.completed");
    }

    @Test
    void everyCommandInEveryPhaseIsRefusedOrFolds() {
        Map<Phase, History> phases = new EnumMap<>(Phase.class);
        phases.put(Phase.UNBORN, History.of(GraphText.graph().works("a")));
        phases.put(Phase.RUNNING, History.of(GraphText.graph().works("a")).started());
        phases.put(
                Phase.PAUSING,
                History.of(GraphText.graph().works("a"))
                        .started()
                        .tell(at -> new Command.Pause(at, null, DrainPolicy.DRAIN_CURRENT_NODE)));
        phases.put(
                Phase.PAUSED,
                History.of(GraphText.graph().works("a"))
                        .started()
                        .tell(at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE)));
        phases.put(
                Phase.ENDING, History.of(GraphText.graph().works("a")).started().cancelled());
        phases.put(Phase.ENDED, History.of(GraphText.graph().noops("a")).started());
        phases.forEach((phase, history) -> {
            assertThat(history.state().phase()).isEqualTo(phase);
            for (Function<Instant, Command> command : commands()) {
                try {
                    Decision decision = history.decidedBy().decide(history.state(), command.apply(history.now()));
                    assertThat(decision.state().head())
                            .isEqualTo(
                                    history.state().head() + decision.events().size());
                    assertThat(phase != Phase.ENDED || decision.events().isEmpty())
                            .isTrue();
                } catch (Refused refused) {
                    assertThat(refused.code()).isNotNull();
                }
            }
        });
    }

    private static List<Function<Instant, Command>> commands() {
        JsonObject none = JsonObject.EMPTY;
        return List.of(
                at -> new Command.Start(at, none, none, none),
                Command.Advance::new,
                at -> new Command.Finish(at, "a", 1, 1, NodeResult.done(none)),
                at -> new Command.Finish(at, "nobody", 1, 1, NodeResult.done(none)),
                at -> new Command.Report(at, new NodeFact.NodeProgressed("a", 1, 1, "half", null)),
                at -> new Command.LoseTrack(at, "a", 1, 1),
                at -> new Command.Answer(at, "a", none, null, false),
                at -> new Command.Cancel(at, null, null),
                at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE),
                at -> new Command.Pause(at, null, DrainPolicy.DRAIN_CURRENT_NODE),
                Command.Resume::new,
                at -> new Command.ConfirmHandOver(at, "a", "run_x"),
                at -> new Command.RefuseHandOver(at, "a", "run_x", RunError.of("x", "x")),
                at -> new Command.Collect(at, "a", "run_x", RunStatus.COMPLETED, none, none, null));
    }

    @Test
    void anotherProcessComesToTheSameBytes() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        RandomRuns.class.getName())
                .redirectErrorStream(true)
                .start();
        String other = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(other).isZero();
        assertThat(other).isEqualTo(RandomRuns.fingerprint());
    }
}

package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.PureNode;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.RunError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A node that hands over to two children at once.
class SeveralHandOversTest {

    private static final String WORKERS = "'workers':['left','right'],'outputMapping':{'n':'r'}";

    private static History dispatching(String more) {
        return History.of(graph().node("team", Dispatching.TYPE, WORKERS + more)
                        .variables("{'name':'n','type':'number','defaultValue':0}"))
                .started();
    }

    private static List<HandOver> handOvers(History history) {
        return List.copyOf(
                ((Occupation.HandingOver) history.state().node("team").occupation()).handOvers());
    }

    private static String child(History history, int index) {
        return handOvers(history).get(index).childRunId();
    }

    private static void confirm(History history, int index) {
        String child = child(history, index);
        history.tell(at -> new Command.ConfirmHandOver(at, "team", child));
    }

    private static void collect(History history, int index, RunStatus status) {
        String child = child(history, index);
        history.tell(at -> new Command.Collect(
                at,
                "team",
                child,
                status,
                JsonObject.EMPTY.with("r", JsonNumber.of(index + 1)),
                JsonObject.EMPTY,
                null));
    }

    private static History bothAtWork(String more) {
        History history = dispatching(more);
        confirm(history, 0);
        confirm(history, 1);
        return history;
    }

    /// The phases of one hand-over with what each of them names as its cause.
    private static Map<String, String> chain(History history, int index) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, String> chain = new LinkedHashMap<>();
        for (Event event : history.log()) {
            String name = event.fact() instanceof HandOverFact.HandOver fact
                    ? fact.phase().wire()
                    : History.shown(event);
            names.put(event.eventId(), name);
            if (event.fact() instanceof HandOverFact && HandOver.index(event) == index) {
                chain.put(name, names.get(event.causationId()));
            }
        }
        return chain;
    }

    @Test
    void allAreAnnouncedAndEachHasAChildOfItsOwn() {
        History history = dispatching("");
        assertThat(history.all())
                .containsExactly(
                        "run.started",
                        "node.started team",
                        "core.workflowChain.event team",
                        "core.workflowChain.event team");
        assertThat(history.facts())
                .filteredOn(HandOverFact.HandOver.class::isInstance)
                .allSatisfy(fact ->
                        assertThat(((HandOverFact.HandOver) fact).childRunId()).isNull());
        assertThat(child(history, 0)).isNotEqualTo(child(history, 1));
        assertThat(Effect.pending(history.state()))
                .extracting(effect -> ((Effect.CreateChild) effect).plan().workerId())
                .containsExactly("left", "right");
    }

    @Test
    void eachPhaseNamesTheOneBeforeItWhateverTheOtherDoes() {
        History history = bothAtWork("");
        collect(history, 1, RunStatus.COMPLETED);
        assertThat(history.state().node("team").isIdle()).isFalse();
        collect(history, 0, RunStatus.COMPLETED);
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("dispatch.began", "node.started team");
        expected.put("dispatch.succeeded", "dispatch.began");
        expected.put("node.dispatched team", "dispatch.succeeded");
        expected.put("child.completed", "dispatch.succeeded");
        expected.put("output.harvested", "child.completed");
        assertThat(chain(history, 0)).isEqualTo(expected);
        assertThat(chain(history, 1)).isEqualTo(expected);
        assertThat(history.state().variables()).containsEntry("n", JsonNumber.of(1));
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aReplayPastACancelNamesThePhaseBeforeWhateverTheOtherDid() {
        History source = bothAtWork("").cancelled();
        collect(source, 0, RunStatus.COMPLETED);
        collect(source, 1, RunStatus.COMPLETED);
        History replay = source.replayedAt(0, History.decider()).replay(source);
        assertThat(replay.count("replay.diverged")).isEqualTo(1);
        assertThat(causes(replay)).containsAllEntriesOf(causes(source)).isNotEmpty();
    }

    /// What the phases of each hand-over name, by hand-over and phase.
    private static Map<String, String> causes(History history) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, String> causes = new LinkedHashMap<>();
        for (Event event : history.log()) {
            String name = History.shown(event);
            if (event.fact() instanceof HandOverFact) {
                name += " " + HandOver.index(event);
            }
            if (event.fact() instanceof HandOverFact.HandOver fact) {
                name += " " + fact.phase().wire();
            }
            names.put(event.eventId(), name);
            if (event.fact() instanceof HandOverFact) {
                causes.put(name, names.get(event.causationId()));
            }
        }
        return causes;
    }

    @Test
    void aReplayThatPartedBeforeThemNamesThePhaseBeforeWhateverTheOtherDoes() {
        History source = History.of(
                        graph().node("p", "test.pure")
                                .node("team", Dispatching.TYPE, WORKERS)
                                .edge("p", "team")
                                .variables("{'name':'n','type':'number','defaultValue':0}"),
                        History.decider(new Pure("{'v':1}")))
                .started();
        confirm(source, 0);
        confirm(source, 1);
        collect(source, 0, RunStatus.COMPLETED);
        collect(source, 1, RunStatus.COMPLETED);
        History replay =
                source.replayedAt(0, History.decider(new Pure("{'v':2}"))).replay(source);
        assertThat(replay.count("replay.diverged")).isEqualTo(1);
        assertThat(causes(replay)).isEqualTo(causes(source));
    }

    /// Gives what it is made with.
    private record Pure(String outputs) implements PureNode {
        @Override
        public String typeId() {
            return "test.pure";
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(History.json(outputs));
        }
    }

    @Test
    void theFailureOfOneFailsTheNodeOnceTheOtherIsOver() {
        History history = bothAtWork("");
        collect(history, 0, RunStatus.FAILED);
        assertThat(history.then()).containsExactly("core.workflowChain.event team");
        collect(history, 1, RunStatus.COMPLETED);
        assertThat(history.error()).isEqualTo("child_failed");
        History absorbed = bothAtWork(",'absorbs':true");
        collect(absorbed, 0, RunStatus.FAILED);
        collect(absorbed, 1, RunStatus.COMPLETED);
        assertThat(absorbed.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(absorbed.state().variables()).containsEntry("n", JsonNumber.of(2));
    }

    @Test
    void oneThatCannotBeCreatedDoesNotStopTheOther() {
        History history = dispatching(",'absorbs':true");
        String first = child(history, 0);
        history.tell(at -> new Command.RefuseHandOver(at, "team", first, RunError.of("gone", "no such workflow")));
        confirm(history, 1);
        collect(history, 1, RunStatus.COMPLETED);
        assertThat(history.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(chain(history, 0)).containsEntry("dispatch.failed", "dispatch.began");
    }

    @Test
    void aCancelTakesAlongWhoIsAtWorkAndCreatesNobodyElse() {
        History history = dispatching("");
        confirm(history, 0);
        history.cancelled();
        assertThat(Effect.pending(history.state()))
                .containsExactly(new Effect.CancelChild(
                        "team", child(history, 0), history.log().getLast().eventId()));
        collect(history, 0, RunStatus.CANCELLED);
        assertThat(history.then())
                .containsExactly("core.workflowChain.event team", "node.cancelled team", "run.cancelled");
    }

    @Test
    void aBranchKeepsWhatIsOverAndMakesAnewWhatIsNot() {
        History history = bothAtWork("");
        String right = child(history, 1);
        collect(history, 1, RunStatus.COMPLETED);
        History branch = history.branchedAt(history.log().size(), "{}").advanced();
        assertThat(child(branch, 1)).isEqualTo(right);
        assertThat(child(branch, 0)).isNotEqualTo(child(history, 0));
        confirm(branch, 0);
        collect(branch, 0, RunStatus.COMPLETED);
        assertThat(branch.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(chain(branch, 0)).containsEntry("dispatch.succeeded", "dispatch.began");
    }
}

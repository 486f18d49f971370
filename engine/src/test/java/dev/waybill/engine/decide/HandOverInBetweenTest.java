package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandedOver;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.Occupation;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An activity that leaves a part of its work to child runs, and goes on when they are over.
class HandOverInBetweenTest {

    private static History working() {
        return History.of(graph().node("agent", History.WORK, "")
                        .node("next", "core.noop", "")
                        .edge("agent", "next"))
                .started();
    }

    private static History handing(String... workers) {
        return working()
                .ended(
                        "agent",
                        new NodeResult.HandOver(List.of(workers).stream()
                                .map(worker -> HandOverPlan.inBetween(worker, History.json("{'q':'why'}")))
                                .toList()));
    }

    private static String child(History history, int index) {
        return ((Occupation.HandingOver) history.state().node("agent").occupation())
                .handOvers()
                .get(index)
                .childRunId();
    }

    private static void confirm(History history, int index) {
        String child = child(history, index);
        history.tell(at -> new Command.ConfirmHandOver(at, "agent", child));
    }

    private static void collect(History history, int index, RunStatus status) {
        String child = child(history, index);
        JsonObject secret = History.json("{'secret':1}");
        history.tell(at -> new Command.Collect(
                at,
                "agent",
                child,
                status,
                secret,
                JsonObject.EMPTY,
                status == RunStatus.FAILED ? RunError.of("broken", "it broke") : null,
                History.json("{'variables':{'r':" + index + "}}")));
    }

    private static List<HandedOver> kept(History history) {
        return history.log().stream()
                .flatMap(event -> event.hidden().object(NodeFold.KEPT).stream())
                .map(HandedOver::of)
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    void itWaitsAsStateAndGoesOnWithWhatBecameOfAll() {
        History history = handing("left", "right");
        assertThat(Effect.pending(history.state()))
                .as("nobody executes it meanwhile")
                .allMatch(Effect.CreateChild.class::isInstance)
                .hasSize(2);
        assertThat(((Effect.CreateChild) Effect.pending(history.state()).getFirst()).inputs())
                .isEqualTo(History.json("{'q':'why'}"));
        confirm(history, 0);
        confirm(history, 1);
        collect(history, 1, RunStatus.FAILED);
        assertThat(history.state().node("agent").occupation()).isInstanceOf(Occupation.HandingOver.class);
        collect(history, 0, RunStatus.COMPLETED);

        assertThat(history.state().node("agent").occupation()).isInstanceOf(Occupation.Working.class);
        assertThat(history.all())
                .containsSubsequence(
                        "node.started agent",
                        "core.workflowChain.event agent",
                        "node.dispatched agent",
                        "node.resumed agent")
                .doesNotContain("node.completed agent", "node.failed agent");
        assertThat(kept(history))
                .extracting(
                        HandedOver::index,
                        HandedOver::status,
                        each -> each.shown().toString())
                .containsExactly(
                        tuple(1, RunStatus.FAILED, "{\"variables\":{\"r\":1}}"),
                        tuple(0, RunStatus.COMPLETED, "{\"variables\":{\"r\":0}}"));
        assertThat(history.finished("agent").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void whatItDoesNextFollowsFromTheLastChild() {
        History history = handing("left");
        confirm(history, 0);
        collect(history, 0, RunStatus.COMPLETED);
        history.finished("agent");
        List<Event> log = history.log();
        Event resumed = only(log, NodeFact.NodeResumed.TYPE);

        assertThat(only(log, NodeFact.NodeCompleted.TYPE).causationId()).isEqualTo(resumed.eventId());
        assertThat(log.stream()
                        .filter(event -> event.eventId().equals(resumed.causationId()))
                        .findFirst()
                        .orElseThrow()
                        .fact()
                        .payload()
                        .toString())
                .contains("child.completed");
    }

    private static Event only(List<Event> log, String type) {
        return log.stream()
                .filter(event -> event.type().equals(type) && "agent".equals(event.nodeId()))
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @Test
    void aChildThatCannotBeCreatedIsAnAnswerToo() {
        History history = handing("nobody");
        String child = child(history, 0);
        history.tell(at ->
                new Command.RefuseHandOver(at, "agent", child, RunError.of("not_found", "there is no such workflow")));

        assertThat(history.state().node("agent").occupation()).isInstanceOf(Occupation.Working.class);
        assertThat(kept(history)).singleElement().satisfies(each -> {
            assertThat(each.status()).isEqualTo(RunStatus.FAILED);
            assertThat(each.childRunId()).isNull();
            assertThat(each.error()).isEqualTo(RunError.of("not_found", "there is no such workflow"));
        });
    }

    @Test
    void itMayHandOverAgainAndEachChildHasItsOwnName() {
        History history = handing("left");
        String first = child(history, 0);
        confirm(history, 0);
        collect(history, 0, RunStatus.COMPLETED);
        history.ended("agent", new NodeResult.HandOver(List.of(HandOverPlan.inBetween("left", JsonObject.EMPTY))));

        assertThat(child(history, 0)).isNotEqualTo(first);
        confirm(history, 0);
        collect(history, 0, RunStatus.COMPLETED);
        assertThat(kept(history)).hasSize(2);
        assertThat(history.finished("agent").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aCancelTakesTheChildAlongAndNothingGoesOn() {
        History history = handing("left");
        confirm(history, 0);
        history.cancelled();
        assertThat(Effect.pending(history.state())).singleElement().isInstanceOf(Effect.CancelChild.class);

        collect(history, 0, RunStatus.CANCELLED);
        history.after(Duration.ofMinutes(5));

        assertThat(history.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(history.all()).contains("node.cancelled agent").doesNotContain("node.resumed agent");
    }

    @Test
    void aChildThatEndsWellInAnEndingRunWakesNobody() {
        History history = handing("left");
        confirm(history, 0);
        history.cancelled();
        collect(history, 0, RunStatus.COMPLETED);
        history.after(Duration.ofMinutes(5));

        assertThat(history.status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(history.all()).doesNotContain("node.resumed agent");
    }

    @Test
    void aReplayShowsTheSameAndMakesNoChild() {
        History source = handing("left", "right");
        confirm(source, 0);
        confirm(source, 1);
        collect(source, 0, RunStatus.COMPLETED);
        collect(source, 1, RunStatus.COMPLETED);
        source.finished("agent");

        History replay = source.checkedAt(0, source.decidedBy()).replay(source);

        assertThat(History.bytes(replay.log())).isEqualTo(History.bytes(source.log()));
        assertThat(replay.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aBranchInBetweenHasAChildOfItsOwnAndOneAfterwardsGoesOnFromThere() {
        History source = handing("left");
        String child = child(source, 0);
        confirm(source, 0);
        History between = source.branchedAt(source.state().head(), "{}").advanced();
        assertThat(child(between, 0)).isNotEqualTo(child);
        confirm(between, 0);
        collect(between, 0, RunStatus.COMPLETED);
        assertThat(between.finished("agent").status()).isEqualTo(RunStatus.COMPLETED);

        collect(source, 0, RunStatus.COMPLETED);
        History after = source.branchedAt(source.state().head(), "{}").advanced();
        assertThat(after.state().node("agent").occupation()).isInstanceOf(Occupation.Working.class);
        assertThat(kept(after)).hasSize(1);
        assertThat(after.finished("agent").status()).isEqualTo(RunStatus.COMPLETED);
    }
}

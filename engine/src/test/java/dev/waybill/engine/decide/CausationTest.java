package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.state.NodeFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.testkit.CausationTable;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CausationTest {

    private static final CausationTable TABLE = CausationTable.read();

    @Test
    void everyTypeOfEventHasARowAndEveryRowATypeOfEvent() {
        assertThat(TABLE.causes().keySet()).containsExactlyInAnyOrderElementsOf(EventTypes.known());
        TABLE.causes()
                .forEach((type, causes) -> assertThat(causes)
                        .as(type)
                        .isNotEmpty()
                        .allSatisfy(cause -> assertThat(EventTypes.known().contains(cause)
                                        || List.of("any", "outside").contains(cause))
                                .as(cause)
                                .isTrue()));
    }

    @Test
    void everyCauseIsEarlierAndOfATypeThatTheTableAllows() {
        Seeds.check(400, random -> check(RandomRuns.played(random).log()));
    }

    @Test
    void aBranchNamesWhatItSharesAndAReplayTheSameAsItsSource() {
        Seeds.check(300, random -> {
            History source = RandomRuns.played(random);
            int from = 1 + random.nextInt(source.log().size() - 1);
            History branch = source.branchedAt(from, "{'variables':{'n':7}}").advanced();
            new RandomRuns(random, branch).play(5).finish();
            check(branch.log());
            check(source.replayedAt(from, History.decider()).replay(source).log());
        });
    }

    @Test
    void aReplayThatGoesPastACancelNamesWhatItSharesAsItsSourceDoes() {
        Seeds.check(400, random -> {
            History source = RandomRuns.cancelled(random);
            History replay = source.replayedAt(0, History.decider()).replay(source);
            check(replay.log());
            Long parted = replay.state().position().divergedAt();
            if (parted == null) {
                return;
            }
            Set<String> shared = source.log().subList(0, parted.intValue()).stream()
                    .map(Event::eventId)
                    .collect(Collectors.toSet());
            for (Event event :
                    replay.log().subList(parted.intValue() + 1, replay.log().size())) {
                List<String> named = source.log().stream()
                        .filter(each -> each.sequence() > parted && each.fact().equals(event.fact()))
                        .map(each -> String.valueOf(each.causationId()))
                        .toList();
                if (!named.isEmpty() && shared.containsAll(named)) {
                    assertThat(named).as(event::toString).contains(String.valueOf(event.causationId()));
                }
            }
        });
    }

    private static void check(List<Event> log) {
        Map<String, String> earlier = new LinkedHashMap<>();
        for (Event event : log) {
            String cause = event.causationId();
            assertThat(cause == null || earlier.containsKey(cause))
                    .as(() -> event + " names an event that is not before it")
                    .isTrue();
            assertThat(TABLE.allows(event.type(), cause == null ? null : earlier.get(cause)))
                    .as(() -> event.sequence() + " " + event.type() + " is caused by "
                            + (cause == null ? "nothing" : earlier.get(cause)))
                    .isTrue();
            earlier.put(event.eventId(), event.type());
        }
    }

    /// What led to the first event that is shown like this, shown the same way.
    private static String cause(History history, String shown) {
        Event event = find(history, shown);
        return history.log().stream()
                .filter(each -> each.eventId().equals(event.causationId()))
                .map(History::shown)
                .findFirst()
                .orElse("outside");
    }

    private static Event find(History history, String shown) {
        return history.log().stream()
                .filter(event -> History.shown(event).equals(shown))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> joined(History history, String shown) {
        return NodeFold.joined(find(history, shown)).stream()
                .map(id -> history.log().stream()
                        .filter(event -> event.eventId().equals(id))
                        .findFirst()
                        .orElseThrow())
                .map(History::shown)
                .toList();
    }

    @Test
    void whatRunsSideBySideDoesNotCauseEachOther() {
        History history = History.of(
                        graph().works("a").works("b").works("c").edge("a", "c").edge("b", "c"))
                .started()
                .finished("b")
                .finished("a")
                .finished("c");
        assertThat(cause(history, "node.started a")).isEqualTo("run.started");
        assertThat(cause(history, "node.started b")).isEqualTo("run.started");
        assertThat(cause(history, "node.completed b")).isEqualTo("node.started b");
        assertThat(cause(history, "node.completed a")).isEqualTo("node.started a");
        assertThat(cause(history, "node.started c")).isEqualTo("node.completed a");
        assertThat(joined(history, "node.started c")).containsExactly("node.completed b");
        assertThat(cause(history, "run.completed")).isEqualTo("node.completed c");
        assertThat(history.state().node("c").parents())
                .as("the receipt's parents, and with them spans and graph: the cause first")
                .containsExactly(step(history, "a"), step(history, "b"));
    }

    private static String step(History history, String node) {
        return Objects.requireNonNull(history.state().node(node).last()).stepId();
    }

    @Test
    void whatCameAfterAJoinWasSatisfiedDidNotReleaseIt() {
        History history = History.of(graph().works("a")
                        .works("b")
                        .works("c")
                        .edge("a", "c", GraphText.rule("any_success"))
                        .edge("b", "c", GraphText.rule("any_success")))
                .started()
                .tell(at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE))
                .finished("a")
                .finished("b")
                .tell(Command.Resume::new);
        assertThat(cause(history, "node.started c")).isEqualTo("node.completed a");
        assertThat(cause(history, "run.resumed")).isEqualTo("run.paused");
        assertThat(cause(history, "run.paused")).isEqualTo("outside");
    }

    @Test
    void anAnswerLeadsFromTheQuestionToTheEnd() {
        History history =
                History.of(graph().node("gate", "core.approvalGate")).started().answered("gate", "{'action':'accept'}");
        assertThat(List.of(
                        cause(history, "interrupt.requested gate"),
                        cause(history, "node.suspended gate"),
                        cause(history, "approval.received gate"),
                        cause(history, "interrupt.resolved gate"),
                        cause(history, "node.resumed gate"),
                        cause(history, "node.completed gate")))
                .containsExactly(
                        "node.started gate",
                        "interrupt.requested gate",
                        "interrupt.requested gate",
                        "approval.received gate",
                        "interrupt.resolved gate",
                        "node.resumed gate");
    }

    @Test
    void aTimerNamesWhatSetIt() {
        History history = History.of(graph().node("wait", "core.delay", "'delayMs':1000")
                        .works("a")
                        .works("b")
                        .edge("a", "b"))
                .started()
                .finished("a")
                .after(Duration.ofSeconds(2));
        assertThat(cause(history, "node.completed wait")).isEqualTo("node.started wait");
    }

    @Test
    void anEndTakesAlongWhatIsAtWorkAndIsReachedByItsLastEnd() {
        History history = History.of(graph().works("a").works("b")).started().failed("a");
        assertThat(cause(history, "waybill.run.failing")).isEqualTo("node.failed a");
        assertThat(cause(history, "node.cancelled b")).isEqualTo("waybill.run.failing");
        assertThat(cause(history, "run.failed")).isEqualTo("node.cancelled b");
        assertThat(Objects.requireNonNull(history.state().error()).code()).isEqualTo("broken");
    }
}

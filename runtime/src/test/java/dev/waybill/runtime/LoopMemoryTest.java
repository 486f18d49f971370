package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact.NodeDispatched;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.simulator.ModelStore;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the turns of a supervised loop see of their memory.
class LoopMemoryTest {

    private final TestHost host = new TestHost(new ModelStore(), new RememberNode());

    LoopMemoryTest() {
        worker("one", "{'write':{'x':'one'}}");
        worker("two", "{'write':{'x':'two'},'fail':true}");
        worker("three", "{'write':{'y':'three'}}");
    }

    @AfterEach
    void everythingCanBeDecidedAgain() {
        Repeated.all(host.store, List.of(new RememberNode()));
    }

    private void worker(String id, String config) {
        host.knows(TestHost.definition("""
                {'id':'%s','name':'n','version':'1.0.0',
                 'nodes':[{'id':'work','typeId':'test.remember','config':%s}]}""".formatted(id, config)));
    }

    private RunId loop(String dispatch) {
        RunId run = host.start(TestHost.definition("""
                        {'id':'loop','name':'n','version':'1.0.0','nodes':[
                          {'id':'before','typeId':'test.remember','config':{'write':{'p':'parent'}}},
                          {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                            {'kind':'next-worker','nextWorkerIds':['two','one']},
                            {'kind':'next-worker','nextWorkerIds':['three']},
                            {'kind':'terminate'}]}},
                          {'id':'act','typeId':'core.dispatch','config':%s}],
                         'edges':[
                          {'id':'e0','sourceNodeId':'before','targetNodeId':'plan'},
                          {'id':'e1','sourceNodeId':'plan','targetNodeId':'act'},
                          {'id':'e2','sourceNodeId':'act','targetNodeId':'plan'}]}""".formatted(dispatch)), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        return run;
    }

    private List<RunId> children(RunId run) {
        return host.events(run).stream()
                .flatMap(event -> event.fact() instanceof NodeDispatched dispatched
                        ? Stream.of(new RunId(dispatched.childRunId()))
                        : Stream.empty())
                .toList();
    }

    private List<String> before(RunId child) {
        JsonValue seen = Objects.requireNonNull(host.state(child).variables().get("work"));
        return seen.asObject().orElseThrow().array("before").orElseThrow().items().stream()
                .map(text -> text.asString().orElseThrow())
                .toList();
    }

    @Test
    void siblingsOfATurnDoNotSeeEachOtherAndTheNextTurnSeesThemAlsoTheFailedOne() {
        for (String policy : List.of("sequential", "parallel")) {
            LoopMemoryTest fresh = new LoopMemoryTest();
            List<RunId> children = fresh.children(fresh.loop("{'fanOutPolicy':'%s'}".formatted(policy)));
            assertThat(fresh.before(children.get(1))).as(policy).containsExactly("parent");
            assertThat(Status.of(fresh.host.state(children.get(0)))).isEqualTo(RunStatus.FAILED);
            assertThat(fresh.before(children.get(2))).as(policy).hasSize(2).contains("parent");
            assertThat(fresh.host.store.memories().history(MemoryScope.shared("acme"), RememberNode.REF, "x"))
                    .as("both wrote, one after the other")
                    .hasSize(2);
            fresh.everythingCanBeDecidedAgain();
        }
    }

    @Test
    void isolatedWorkersKeepWhatTheyWrite() {
        RunId run = loop("{'memoryScopeIsolation':'isolated'}");
        assertThat(before(children(run).get(1))).containsExactly("parent");
        assertThat(before(children(run).get(2))).containsExactly("parent");
        assertThat(host.store.memories().mark(MemoryScope.shared("acme"))).isEqualTo(new MemoryMark(1, 0));
    }

    @Test
    void aBranchFromALaterTurnSeesWhatThatTurnSaw() {
        RunId run = loop("{}");
        long third = host.types(run).lastIndexOf("node.started act");
        long second = host.types(run).subList(0, (int) third).lastIndexOf("node.started act");
        RunId branch = host.host.fork(TestHost.ACME, run, second, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        RunId again = children(branch).getLast();
        assertThat(children(run)).doesNotContain(again);
        assertThat(before(again)).isEqualTo(before(children(run).get(2)));
        assertThat(host.store.memories().mark(MemoryScope.shared("acme")).version())
                .isEqualTo(4);
    }

    @Test
    void aBranchFromTheEndOfATurnSeesWhatItsWorkersWrote() {
        RunId run = loop("{}");
        List<String> types = host.types(run);
        long ended = types.indexOf("node.completed act");
        for (long place = ended; !types.get((int) place).equals("node.started act"); place++) {
            RunId branch = host.host.fork(TestHost.ACME, run, place, ForkMode.BRANCH, JsonObject.EMPTY);
            host.settle();
            assertThat(before(children(branch).getLast()))
                    .as("from %d, %s", place, types.get((int) place))
                    .isEqualTo(before(children(run).get(2)));
        }
    }
}

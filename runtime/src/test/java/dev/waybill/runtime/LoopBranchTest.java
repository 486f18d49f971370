package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.simulator.ModelStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Branches of a loop that hands over, from each of its places.
class LoopBranchTest {

    private final TestHost host = new TestHost(new ModelStore());

    @AfterEach
    void everythingCanBeDecidedAgain() {
        Repeated.all(host.store, List.of());
    }

    @Test
    void fromWhereverABranchBeginsEachHandOverIsToldOnce() {
        RunId run = loop();
        Map<String, Integer> expected = told(run);
        assertThat(expected).containsEntry("output.harvested", 2);
        RunState source = host.state(run);
        for (long from = 1; from < source.head(); from++) {
            RunId branch = branch(run, from);
            assertThat(told(branch)).as("from %d", from).isEqualTo(expected);
            assertThat(host.state(branch).variables())
                    .as("from %d", from)
                    .containsEntry("found", new JsonString("blue"))
                    .isEqualTo(source.variables());
        }
    }

    private RunId branch(RunId run, long from) {
        RunId branch = host.host.fork(TestHost.ACME, run, from, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(Status.of(host.state(branch))).as("from %d", from).isEqualTo(RunStatus.COMPLETED);
        return branch;
    }

    /// Two turns: each hands over to a worker, and takes over what it found.
    private RunId loop() {
        host.knows(TestHost.definition("""
                {'id':'worker','name':'n','version':'1.0.0',
                 'variables':[{'name':'colour','type':'string','defaultValue':'blue'}],
                 'nodes':[{'id':'n','typeId':'core.noop'}],'edges':[]}"""));
        host.knows(TestHost.definition("""
                {'id':'loop','name':'n','version':'1.0.0',
                 'variables':[{'name':'found','type':'string'}],
                 'nodes':[
                  {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                    {'kind':'next-worker','nextWorkerIds':['worker']},
                    {'kind':'next-worker','nextWorkerIds':['worker']},
                    {'kind':'terminate','reason':'done'}]}},
                  {'id':'act','typeId':'core.dispatch','config':{'outputMapping':{'found':'colour'}}}],
                 'edges':[
                  {'id':'e1','sourceNodeId':'plan','targetNodeId':'act'},
                  {'id':'e2','sourceNodeId':'act','targetNodeId':'plan'}]}"""));
        RunId run = host.start(host.find("loop").orElseThrow(), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        return run;
    }

    /// How often each phase of a hand-over is told. A branch that begins while a child of the source is at work sends
    /// one of its own: of the other nothing more is heard.
    private Map<String, Integer> told(RunId run) {
        List<HandOverFact.HandOver> phases = host.events(run).stream()
                .flatMap(event -> event.fact() instanceof HandOverFact.HandOver fact ? Stream.of(fact) : Stream.empty())
                .toList();
        Set<String> ended = phases.stream()
                .filter(fact -> fact.phase() == HandOverPhase.CHILD_COMPLETED)
                .map(fact -> Objects.requireNonNull(fact.childRunId()))
                .collect(Collectors.toSet());
        Map<String, Integer> told = new TreeMap<>();
        phases.stream()
                .filter(fact -> fact.childRunId() == null || ended.contains(fact.childRunId()))
                .forEach(fact -> told.merge(fact.phase().wire(), 1, Integer::sum));
        return told;
    }
}

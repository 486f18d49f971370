package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Proposal;
import dev.waybill.engine.node.Supervisor;
import dev.waybill.engine.state.ChildRun;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Supervisors with workers that really run.
class TeamOfWorkersTest {

    private static final String STOP = "{'kind':'terminate','reason':'done'}";

    /// A supervisor in Java that sends each of its workers out once, and remembers how often it was asked.
    private record Roster(List<Integer> asked) implements Supervisor {
        @Override
        public String typeId() {
            return "test.roster";
        }

        @Override
        public Proposal decide(ActivityCall call) {
            int turn = call.node().transcript().size();
            asked.add(turn);
            List<String> workers = call
                    .node()
                    .config()
                    .object("settings")
                    .flatMap(settings -> settings.array("workers"))
                    .orElseThrow()
                    .items()
                    .stream()
                    .map(worker -> worker.asString().orElseThrow())
                    .toList();
            return Proposal.of(
                    turn < workers.size()
                            ? OrchestratorDecision.nextWorker(workers.get(turn))
                            : OrchestratorDecision.terminate("all were out"));
        }
    }

    private final Roster roster = new Roster(new ArrayList<>());
    private final TestHost host = new TestHost(new ModelStore(), roster)
            .knows(worker("good", "core.identity", ""))
            .knows(worker("bad", "core.fail", ""))
            .knows(worker("slow", "core.delay", "'ms':60000"));

    private static WorkflowDefinition worker(String id, String type, String config) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[{'id':'n','typeId':'%s','config':{%s}}],"
                                .formatted(id, type, config)
                        + "'variables':[{'name':'result','type':'string','defaultValue':'from " + id
                        + "'},{'name':'given','type':'string','defaultValue':'nothing'}]}");
    }

    private static WorkflowDefinition team(String id, String supervisor, String dispatch) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[{'id':'plan','typeId':'core.orchestrator.supervisor','config':{%s}},{'id':'act','typeId':'core.dispatch','config':{%s}}],'variables':[{'name':'result','type':'string','defaultValue':'none'}]}"
                        .formatted(id, supervisor, dispatch));
    }

    private static String plan(String... decisions) {
        return "'mockDispatchPlan':[" + String.join(",", decisions) + "]";
    }

    private static String next(String... workers) {
        return "{'kind':'next-worker','nextWorkerIds':['" + String.join("','", workers) + "']}";
    }

    private Stream<String> phases(RunId run) {
        return host.events(run).stream()
                .map(Event::fact)
                .filter(HandOverFact.HandOver.class::isInstance)
                .map(HandOverFact.HandOver.class::cast)
                .map(fact -> fact.phase().wire());
    }

    private RunStatus status(RunId run) {
        return Status.of(host.state(run));
    }

    private List<RunStatus> children(RunId run) {
        return host.state(run).delegation().family().stream()
                .map(ChildRun::status)
                .toList();
    }

    @Test
    void aWorkerThatFailsOrIsNotThereEndsItsTurnAndNotTheRun() {
        RunId run = host.start(
                team("t", plan(next("bad"), next("nobody"), next("good"), STOP), "'outputMapping':{'result':'result'}"),
                JsonObject.EMPTY);
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(phases(run))
                .containsExactly(
                        "dispatch.began",
                        "dispatch.succeeded",
                        "child.failed",
                        "dispatch.began",
                        "dispatch.failed",
                        "dispatch.began",
                        "dispatch.succeeded",
                        "child.completed",
                        "output.harvested");
        assertThat(children(run)).containsExactly(RunStatus.FAILED, RunStatus.COMPLETED);
        assertThat(host.state(run).variables()).containsEntry("result", new JsonString("from good"));
        Repeated.all(host.store, List.of());
    }

    @Test
    void aWorkerThatIsCancelledBringsNothingBack() {
        RunId run = host.start(
                team("t", plan(next("slow"), STOP), "'outputMapping':{'result':'result'}"), JsonObject.EMPTY);
        RunId child = new RunId(host.state(run).delegation().family().getFirst().runId());
        host.host.tell(TestHost.ACME, child, at -> new Command.Cancel(at, "enough", "ada"));
        host.settle();
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(phases(run)).containsExactly("dispatch.began", "dispatch.succeeded", "child.cancelled");
        assertThat(host.state(run).variables()).containsEntry("result", new JsonString("none"));
        Repeated.all(host.store, List.of());
    }

    @Test
    void theHandOverIsCommittedBeforeTheWorkersFirstNode() {
        RunId run = host.start(team("t", plan(next("slow"), STOP), ""), JsonObject.EMPTY);
        List<String> types = host.types(run);
        assertThat(types).endsWith("core.workflowChain.event act", "node.dispatched act");
        RunId child = new RunId(host.state(run).delegation().family().getFirst().runId());
        Event began = host.events(run).stream()
                .filter(event -> event.fact() instanceof HandOverFact.HandOver)
                .findFirst()
                .orElseThrow();
        assertThat(host.events(child).getFirst().causationId()).isEqualTo(began.eventId());
    }

    @Test
    void oneAfterTheOtherEachSeesWhatTheOneBeforeBroughtBack() {
        RunId run = host.start(
                team(
                        "t",
                        plan(next("good", "bad", "good"), STOP),
                        "'inputMapping':{'given':'result'},'outputMapping':{'result':'result'}"),
                JsonObject.EMPTY);
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        List<String> given = host.state(run).delegation().family().stream()
                .map(child -> host.state(new RunId(child.runId()))
                        .inputs()
                        .string("given")
                        .orElse(""))
                .toList();
        assertThat(given).containsExactly("none", "from good", "from good");
    }

    @Test
    void oneWorkerGoesOutOverManyItemsAtOnce() {
        String many = "{'kind':'next-worker','nextWorkerIds':['slow','slow','slow'],"
                + "'nextWorkerInputs':[{'given':'a'},{'given':'b'},{'given':'c'}]}";
        RunId run = host.start(team("t", plan(many, STOP), "'fanOutPolicy':'parallel'"), JsonObject.EMPTY);
        assertThat(children(run)).hasSize(3).containsOnly(RunStatus.RUNNING);
        host.pass(Duration.ofMinutes(1));
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.state(run).delegation().family())
                .extracting(child -> host.state(new RunId(child.runId()))
                        .inputs()
                        .string("given")
                        .orElse(""))
                .containsExactlyInAnyOrder("a", "b", "c");
        Repeated.all(host.store, List.of());
    }

    @Test
    void aTeamMayWorkForATeam() {
        host.knows(team("inner", plan(next("good"), STOP), "'outputMapping':{'result':'result'}"));
        RunId run = host.start(
                team("outer", plan(next("inner"), STOP), "'outputMapping':{'result':'result'}"), JsonObject.EMPTY);
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.state(run).variables()).containsEntry("result", new JsonString("from good"));
        RunId inner = new RunId(host.state(run).delegation().family().getFirst().runId());
        assertThat(host.state(inner).delegation().turns())
                .extracting(Turn::iteration)
                .containsExactly(1, 2);
        Repeated.all(host.store, List.of());
    }

    @Test
    void aSupervisorInJavaIsAskedOnceATurnAndNeverByAReplay() {
        RunId run = host.start(
                team("t", "'supervisor':'test.roster','settings':{'workers':['good','bad']}", ""), JsonObject.EMPTY);
        assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(roster.asked()).containsExactly(0, 1, 2);
        Repeated.all(host.store, List.of(roster));
        assertThat(roster.asked()).hasSize(3);
    }

    @Test
    void whoeverCannotDecideHereIsNamedBeforeTheRunStarts() {
        for (String config : List.of("'supervisor':'test.nobody'", "'prompt':'What next?','model':'m'")) {
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> host.start(team("t", config, ""), JsonObject.EMPTY))
                    .withMessageContaining("no supervisor is called");
        }
    }

    @Test
    void aFloorBelowAHalfIsRefused() {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> host.start(team("t", plan(STOP), "'confidenceFloor':0.4"), JsonObject.EMPTY));
    }

    @Test
    void aCancelledTeamTakesItsWorkersAlong() {
        RunId run = host.start(team("t", plan(next("slow"), STOP), ""), JsonObject.EMPTY);
        host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        host.settle();
        assertThat(status(run)).isEqualTo(RunStatus.CANCELLED);
        RunId child = new RunId(host.state(run).delegation().family().getFirst().runId());
        assertThat(status(child)).isEqualTo(RunStatus.CANCELLED);
    }
}

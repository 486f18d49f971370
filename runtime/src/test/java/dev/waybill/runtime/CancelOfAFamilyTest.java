package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.simulator.Fault;
import dev.waybill.simulator.FaultyStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A cancel reaches everything below a run, and costs each run of the family a few calls to the store, not a few for
/// each of its relatives.
class CancelOfAFamilyTest {

    private final Map<String, Integer> calls = new LinkedHashMap<>();
    private final TestHost host = new TestHost(new FaultyStore(new ModelStore(), operation -> {
        calls.merge(operation, 1, Integer::sum);
        return Fault.NONE;
    }));

    @Test
    void everyRunOfTheFamilyIsCancelled() {
        RunId run = tree(5);

        cancel(run);

        assertThat(FamilyBoundsTest.family(host, run))
                .hasSize(31)
                .allSatisfy(each -> assertThat(Status.of(host.state(each))).isEqualTo(RunStatus.CANCELLED));
    }

    @Test
    void manyChildrenOfOneRunAreCollectedInFewTurns() {
        int many = 300;
        RunId run = wide(many);

        cancel(run);

        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.CANCELLED);
        assertThat(calls.get("commit")).isLessThanOrEqualTo(many + 10);
        assertThat(calls.values().stream().mapToInt(Integer::intValue).sum()).isLessThan(10 * many);
    }

    @Test
    void aFamilyFourTimesAsLargeNeedsFourTimesTheCalls() {
        int small = callsFor(tree(10));
        int large = callsFor(tree(20));

        // 111 runs and 421.
        assertThat(large).isLessThan(small * 9 / 2);
    }

    @Test
    void aChildThatEndedAtOnceIsNotReadAgainToCollectItsEnd() {
        // More than a host remembers, so that each has to be read once to be told.
        int many = 1_200;
        RunId run = wide(many);

        cancel(run);

        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.CANCELLED);
        assertThat(calls.get("events")).isLessThan(many * 5 / 4);
    }

    private int callsFor(RunId run) {
        cancel(run);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.CANCELLED);
        return calls.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void cancel(RunId run) {
        calls.clear();
        host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada", null, null));
        host.settle();
    }

    /// A run with so many children, each with so many, which wait for somebody.
    private RunId tree(int width) {
        host.knows(waiting()).knows(calling("branch" + width, "leaf", width));
        return host.start(calling("root" + width, "branch" + width, width), JsonObject.EMPTY);
    }

    private RunId wide(int width) {
        host.knows(waiting());
        return host.start(calling("root", "leaf", width), JsonObject.EMPTY);
    }

    private static WorkflowDefinition waiting() {
        return definition(
                "{'id':'leaf','name':'L','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate'}]}");
    }

    private static WorkflowDefinition calling(String id, String child, int times) {
        List<String> nodes = IntStream.range(0, times)
                .mapToObj(i ->
                        "{'id':'n%d','typeId':'core.subWorkflow','config':{'workflowId':'%s'}}".formatted(i, child))
                .toList();
        return definition("{'id':'%s','name':'W','version':'1','nodes':[%s]}"
                .formatted(id, nodes.stream().collect(Collectors.joining(","))));
    }
}

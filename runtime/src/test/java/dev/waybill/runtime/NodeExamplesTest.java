package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.flow.FlowNodes;
import dev.waybill.engine.node.DefinitionCheck;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every node type shows itself in a workflow, and what it shows is true.
class NodeExamplesTest {

    private final TestHost host = new TestHost(new ModelStore());

    @TestFactory
    Stream<DynamicTest> everyExampleRunsToItsEnd() {
        return FlowNodes.standard().all().stream()
                .map(type -> DynamicTest.dynamicTest(type.typeId(), () -> {
                    WorkflowDefinition example = example(type);
                    assertThat(example.nodes()).extracting(WorkflowNode::typeId).contains(type.typeId());
                    assertThat(DefinitionCheck.of(
                                            example, FlowNodes.standard().firing(EnumSet.allOf(TriggerType.class)))
                                    .warnings())
                            .isEmpty();

                    RunId run = host.start(example, JsonObject.EMPTY);
                    host.pass(Duration.ofSeconds(2));
                    host.state(run)
                            .interrupts()
                            .values()
                            .forEach(asked -> host.host.tell(
                                    TestHost.ACME,
                                    run,
                                    at -> new Command.Answer(at, asked.id(), answer(asked), "ada", true)));
                    host.settle();

                    assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
                }));
    }

    @Test
    void everyTypeSaysWhatItIsFor() {
        assertThat(FlowNodes.standard().all())
                .allSatisfy(type -> assertThat(type.manifest().description()).endsWith("."));
    }

    private static WorkflowDefinition example(NodeType type) {
        return switch (DefinitionReader.read(
                Objects.requireNonNull(type.manifest().example()))) {
            case Read.Ok ok -> {
                assertThat(ok.warnings()).isEmpty();
                yield ok.definition();
            }
            case Read.Bad bad -> throw new AssertionError(bad.errors());
        };
    }

    private static JsonValue answer(Interrupt asked) {
        return switch (asked.kind()) {
            case "approval" -> json("{'action':'accept'}");
            case "clarification" -> json("{'answers':{'day':'Friday','answer':'Friday'}}");
            case "custom" -> json("{'action':'accept','payload':{'street':'Main Street'}}");
            default -> json("{'reference':'R-1'}");
        };
    }
}

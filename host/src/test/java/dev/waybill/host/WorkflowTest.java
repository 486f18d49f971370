package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Workflows written in Java are the documents that files hold.
class WorkflowTest {

    enum Size {
        SMALL,
        LARGE
    }

    record Part(String name, Optional<String> note) {}

    record Whole(List<Part> parts, Size size, long count, double share, boolean done) {}

    record Endless(String name, List<Endless> more) {}

    @Test
    void stepsFollowEachOtherUnlessTheySayOtherwise() {
        WorkflowDefinition definition = Workflow.named("report")
                .step("plan", "core.noop")
                .step("news", "core.noop")
                .step("prices", "core.noop", step -> step.after("plan"))
                .step("alone", "core.noop", step -> step.after())
                .step("write", "core.noop", step -> step.after("news", "prices"))
                .build();

        assertThat(definition.edges().stream()
                        .map(edge -> edge.source() + " " + edge.target())
                        .toList())
                .containsExactly("plan news", "plan prices", "news write", "prices write");
    }

    @Test
    void theSameStepsAreTheSameDigest() {
        assertThat(Workflow.named("a").step("b", "core.noop").build().digest())
                .isEqualTo(Workflow.named("a").step("b", "core.noop").build().digest())
                .isNotEqualTo(Workflow.named("a").step("c", "core.noop").build().digest());
    }

    @Test
    void aStepThatIsNotThereIsFoundBeforeAnythingRuns() {
        Workflow wrong = Workflow.named("wrong")
                .step("pay", "shop.pay", step -> step.output("assess", "cents"))
                .step("tell", "core.noop", step -> step.after("settle"));

        assertThatThrownBy(wrong::build)
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.details()
                                        .array("errors")
                                        .orElseThrow()
                                        .toString())
                                .contains("assess", "settle"))
                .hasMessageStartingWith("wrong cannot run: ");
    }

    @Test
    void aVariableHasATypeThatJsonKnows() {
        assertThatThrownBy(() -> Workflow.named("a").input("thread", Thread.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Thread");
    }

    @Test
    void aRecordHasASchema() {
        assertThat(RecordSchema.of(Whole.class).toString())
                .isEqualTo("{\"type\":\"object\",\"required\":[\"parts\",\"size\",\"count\",\"share\",\"done\"],"
                        + "\"properties\":{\"parts\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
                        + "\"required\":[\"name\"],\"properties\":{\"name\":{\"type\":\"string\"},"
                        + "\"note\":{\"type\":\"string\"}},\"additionalProperties\":false}},"
                        + "\"size\":{\"type\":\"string\",\"enum\":[\"SMALL\",\"LARGE\"]},\"count\":{\"type\":\"integer\"},"
                        + "\"share\":{\"type\":\"number\"},\"done\":{\"type\":\"boolean\"}},"
                        + "\"additionalProperties\":false}");
        assertThatThrownBy(() -> RecordSchema.of(Endless.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds itself");
    }

    @Test
    void recordsSurviveTheWayThroughJson() {
        Whole whole = new Whole(
                List.of(new Part("a", Optional.of("b")), new Part("c", Optional.empty())), Size.LARGE, 3, 0.5, true);

        assertThat(Values.read(Values.json(whole), Whole.class)).isEqualTo(whole);
        assertThat(Values.outputs("text"))
                .isEqualTo(JsonObject.builder().put("result", "text").build());
        assertThatThrownBy(() -> Values.read(JsonObject.EMPTY, Whole.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected Whole with a member count, found none");
        assertThat(Values.outputs(null)).isEqualTo(JsonObject.EMPTY);
    }
}

package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.code;
import static dev.waybill.runtime.guided.Guide.prompt;
import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.check.Repetition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ids of other systems are often integers that a double cannot tell apart. They stay what they are.
class LargeIntegersTest {

    private static final String ORDERS = """
            {'id': 'orders', 'name': 'Orders', 'description': 'Looks at an order', 'version': '1.0.0', 'steps': [
              {'id': 'look', 'title': 'Look', 'prompt': 'Look at {{order}}.'},
              {'id': 'same', 'title': 'Same', 'prompt': 'It is the one.',
               'runCondition': {'var': 'order', 'equals': '9007199254740993'}},
              {'id': 'report', 'title': 'Report', 'prompt': 'Report {{order}}.',
               'outputContract': {'kind': 'order', 'schema': {'type': 'object', 'required': ['id'],
                 'properties': {'id': {'type': 'integer'}}}, 'example': {'id': 1}}}]}""";

    private final Guide guide = new Guide().knows(ORDERS);
    private final GuidedAnswer start = guide.start("orders", "{'order': 9007199254740993}");

    @Test
    void theyAreShownComparedAndKeptExactly() {
        assertThat(prompt(start)).contains("Look at 9007199254740993.");
        GuidedAnswer same = guide.advance(start, "{}");
        assertThat(step(same)).isEqualTo("same");
        GuidedAnswer report = guide.advance(same, "{'context': {'more': [-123456789012345678901234567890]}}");
        GuidedAnswer end =
                guide.advance(report, "{'output': {'artifacts': [{'kind': 'order', 'id': 9007199254740993}]}}");
        assertThat(end.isError()).as(end.text()).isFalse();
        assertThat(end.structured().get("isComplete")).as(end.text()).hasToString("true");
        assertThat(guide.events(run(start)).stream()
                        .filter(event -> event.fact() instanceof NodeFact.NodeCompleted)
                        .map(event -> event.fact().toString()))
                .anyMatch(fact -> fact.contains("-123456789012345678901234567890"))
                .anyMatch(fact -> fact.contains("9007199254740993"));
        assertThat(guide.troubles).isEmpty();
    }

    @Test
    void twoThatADoubleCannotTellApartAreTwoPayloads() {
        GuidedAnswer one = guide.advance(start, "{'context': {'n': 9007199254740992}}");
        GuidedAnswer other = guide.advance(start, "{'context': {'n': 9007199254740993}}");
        assertThat(other.structured().has("lineage")).isTrue();
        assertThat(guide.advance(start, "{'context': {'n': 9007199254740992}}").bytes())
                .isEqualTo(one.bytes());
    }

    @Test
    void whatWasSignedIsFoundWellAndCanBeRepeated() {
        guide.advance(guide.advance(start, "{}"), "{'context': {'n': 18446744073709551615}}");
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(
                guide.store,
                guide.keys,
                guide.instant(),
                new Repetition(NodeTypes.core(), Limits.DEFAULT, "1"),
                findings::add);
        assertThat(findings).isEmpty();
    }

    @Test
    void aNumberThatNobodyCanComputeWithIsNamed() {
        GuidedAnswer refused = guide.advance(start, "{'context': {'limits': [1, 1e400]}}");
        assertThat(code(refused)).isEqualTo("INVALID_ARGUMENT");
        assertThat(refused.text()).contains("/context/limits/1", "1e400", "as a string");
        assertThat(code(guide.start("orders", "{'order': 1e999}"))).isEqualTo("INVALID_ARGUMENT");
        assertThat(guide.troubles).isEmpty();
    }
}

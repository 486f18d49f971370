package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunReceiptsTest {

    private final Signed signed = new Signed();

    static WorkflowDefinition workflow(String id, List<String> nodes, List<String> edges) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, String.join(",", nodes), String.join(",", edges)));
    }

    static String node(String id, String type, String config) {
        return "{'id':'%s','typeId':'%s','name':'%s','position':{'x':0,'y':0},'config':{%s},'inputs':{}}"
                .formatted(id, type, id, config);
    }

    static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.2"})
    void everyNodeIsSignedForOnEitherWire(String wire) {
        RunId run = signed.start(
                workflow("row", List.of(node("a", "core.noop", ""), node("b", "core.noop", "")), List.of(edge("a", "b"))),
                JsonObject.EMPTY,
                new ReceiptPolicy(true, wire, false));
        assertThat(signed.told(run)).containsExactly("start", "node a completed", "node b completed");
        assertThat(signed.assertSound(run).counts().total()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 256, 257})
    void joinsOfAnyWidthAreSignedAndVerify(int width) {
        List<String> nodes = new ArrayList<>(List.of(node("in", "core.noop", ""), node("out", "core.noop", "")));
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            nodes.add(node("n" + i, "core.noop", ""));
            edges.add(edge("in", "n" + i));
            edges.add(edge("n" + i, "out"));
        }
        RunId run = signed.start(workflow("wide", nodes, edges), JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
        int joins = width <= 16 ? 0 : (width - 16 + 14) / 15;
        assertThat(signed.told(run).stream().filter("join out"::equals)).hasSize(joins);
        assertThat(signed.assertSound(run).counts().total()).isEqualTo(1 + 2 + width + joins + 1);
    }
}

package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.packjs.JsNodes;
import dev.waybill.agents.packjs.JsSandbox;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.engine.node.Rerun;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.Seam;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Nodes of a pack that somebody wrote in JavaScript.
class PackNodesTest {

    private List<Activity> nodes = List.of();

    @BeforeEach
    void aPackOfTwoModules() throws Exception {
        nodes = Bench.nodes(Bench.folder("parcels"), Bench.OUTSIDE);
    }

    private Activity node(String name) {
        return Bench.named(nodes, "local.acme.parcels." + name);
    }

    @Test
    void aNodeComputesWithModulesOfItsPackAndOfNode() throws Exception {
        assertThat(Called.outputs(node("weigh"), "{'unit':'g'}", "{'parcels':[{'weight':2},{'weight':40}]}"))
                .hasToString(
                        "{\"total\":42,\"unit\":\"g\",\"digest\":\"73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049\"}");
    }

    @Test
    void aTypeShowsWhatItsManifestSays() {
        assertThat(node("weigh").manifest().description()).isEqualTo("Adds up the weights of parcels.");
        assertThat(node("weigh").manifest().config().names()).contains("additionalProperties");
        assertThat(node("weigh").manifest().outputs().array("required").orElseThrow())
                .hasToString("[\"total\"]");
    }

    @Test
    void aPureNodeKnowsTheTimeOfItsRunAndDrawsTheSameLotEachTime() throws Exception {
        JsonObject first = Called.outputs(node("stamp"), "{}", "{'for':1}");
        assertThat(first.get("at"))
                .isEqualTo(new JsonString(Called.AT.toString().replace("Z", ".000Z")));
        assertThat(Called.outputs(node("stamp"), "{}", "{'for':1}")).isEqualTo(first);
        assertThat(Called.outputs(node("stamp"), "{}", "{'for':2}").get("lot")).isNotEqualTo(first.get("lot"));
        assertThat(((Rerun) node("stamp")).again(Called.of(node("stamp"), "{}", "{'for':1}")))
                .contains(first);
    }

    @Test
    void oneThatIsNotPureHasTheClockAndChanceAndIsNotRunAgain() throws Exception {
        JsonObject first = Called.outputs(node("now"), "{}", "{}");
        assertThat(Called.outputs(node("now"), "{}", "{}").get("id")).isNotEqualTo(first.get("id"));
        assertThat(((Rerun) node("now")).again(Called.of(node("now"), "{}", "{}")))
                .isEmpty();
    }

    @Test
    void aPureNodeCannotDrawRandomBytes() throws Exception {
        assertThat(Called.error(Bench.node("return crypto.randomUUID()")).code())
                .isEqualTo("pack_not_pure");
    }

    @Test
    void whatCodeThrowsIsAFailureWithItsFileAndLineAndNoTrace() throws Exception {
        RunError error = Called.error(Called.of(node("lose"), "{}", "{'id':7}").run(node("lose")));
        assertThat(error.code()).isEqualTo("PARCEL_UNKNOWN");
        assertThat(error.message()).contains("no parcel 7").doesNotContain("\tat ", "Exception");
        assertThat(error.details())
                .hasToString("{\"pack\":\"local.acme.parcels@1.2.0\",\"file\":\"index.mjs\",\"line\":17}");
        assertThat(error.retryable()).isFalse();
        RunError polite =
                Called.error(Called.of(node("lose"), "{}", "{'politely':true}").run(node("lose")));
        assertThat(polite.code()).isEqualTo("PARCEL_LOST");
        assertThat(polite.retryable()).isTrue();
    }

    @Test
    void aSyntaxErrorHasItsLine() throws Exception {
        RunError error = Called.error(Bench.node("const x = ;"));
        assertThat(error.code()).isEqualTo("pack_code_failed");
        assertThat(error.details().get("line")).hasToString("2");
    }

    @Test
    void aNodeWaitsAndTellsHowFarItIs() throws Exception {
        Called call = Called.of(node("slow"), "{}", "{}");
        assertThat(Called.outputs(call.run(node("slow")))).hasToString("{\"waited\":true}");
        assertThat(call.progress())
                .containsExactly(
                        "node.progress {\"done\":1}",
                        "log {\"level\":\"info\",\"message\":\"on its way\",\"data\":null}");
    }

    @Test
    void outputsThatBreakThePacksOwnSchemaAreRefused() throws Exception {
        RunError error = Called.error(node("lie"));
        assertThat(error.code()).isEqualTo("pack_output_invalid");
        assertThat(error.message()).contains("/total");
    }

    @Test
    void aNodeWithoutItsSchemaIsLeftOutAndSaysWhy() throws Exception {
        Pack pack = Bench.folder("parcels");
        assertThat(nodes).hasSize(6);
        assertThat(JsNodes.obstacle(pack, pack.nodes().getLast()))
                .hasValueSatisfying(why -> assertThat(why).contains("schemas/none.json"));
    }

    @Test
    void codeThatReachesNothingMayRunTwice() {
        assertThat(node("now").isRepeatable()).isTrue();
        assertThat(Bench.node("return 1", ",\"requires\":[\"net.outbound\"]", "side-effect")
                        .isRepeatable())
                .isFalse();
    }

    @Test
    void aReplayHasPureCodeComputeAndNoOtherAndNothingOfItGetsOut() throws Exception {
        RunId replay = new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");
        Activity stamp = node("stamp");
        assertThat(Seam.repeating(replay, () -> ((Rerun) stamp).again(Called.of(stamp, "{}", "{}"))))
                .isPresent();
        assertThatThrownBy(() -> Seam.repeating(
                        replay, () -> Called.of(node("now"), "{}", "{}").run(node("now"))))
                .isInstanceOf(ReachedOutside.class);
        Activity liar = Bench.node("await fetch('https://example.com/')", ",\"requires\":[\"net.outbound\"]", "pure");
        assertThatThrownBy(() -> Seam.repeating(replay, () -> ((Rerun) liar).again(Called.of(liar, "{}", "{}"))))
                .isInstanceOf(ReachedOutside.class);
    }

    @Test
    void withoutThePartThereIsNoSandbox() {
        assertThat(JsSandbox.in(Parts.NONE)).isEmpty();
    }
}

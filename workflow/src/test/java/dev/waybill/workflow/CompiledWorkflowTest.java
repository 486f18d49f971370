package dev.waybill.workflow;

import static dev.waybill.workflow.Definitions.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CompiledWorkflowTest {

    private static final String RETRY = "{'condition':{'type':'equals','left':'output.ok','right':false}}";

    private final CompiledWorkflow diamond = workflow()
            .nodes("start", "left", "right", "join", "end")
            .edge("start", "left")
            .edge("start", "right")
            .edge("left", "join")
            .edge("right", "join")
            .edge("join", "start", RETRY)
            .edge("join", "end")
            .with("triggers", "[{'id':'m','type':'manual','nodeId':'start'}]")
            .compiled();

    @Test
    void layersFollowTheForwardEdges() {
        assertThat(diamond.layers())
                .containsExactly(List.of("start"), List.of("left", "right"), List.of("join"), List.of("end"));
    }

    @Test
    void theEdgeThatStartsAnotherRoundIsABackEdge() {
        assertThat(diamond.backEdges()).containsExactly("e4");
        assertThat(diamond.isBackEdge(diamond.incoming("start").getFirst())).isTrue();
    }

    @Test
    void edgesComeInTheOrderWritten() {
        assertThat(diamond.outgoing("join")).extracting(WorkflowEdge::target).containsExactly("start", "end");
        assertThat(diamond.exits()).containsExactly("end");
    }

    @Test
    void aNodeThatDoesNotExistIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> diamond.isReachable("ghost"));
    }

    @Test
    void anIslandIsNotReached() {
        CompiledWorkflow compiled = workflow()
                .nodes("a", "b", "x", "y")
                .edge("a", "b")
                .edge("x", "y", RETRY)
                .edge("y", "x", RETRY)
                .edge("x", "b")
                .compiled();

        assertThat(compiled.isReachable("x")).isFalse();
        assertThat(compiled.layers()).containsExactly(List.of("a"), List.of("b"));
    }

    @Test
    void aNodeThatAChannelWriteStartsIsNoEntry() {
        CompiledWorkflow compiled = workflow()
                .nodes("a", "listener")
                .with("channels", "{'c':{'reducer':'append'}}")
                .with("triggers", "[{'id':'t','type':'channel-write','nodeId':'listener','config':{'channel':'c'}}]")
                .compiled();

        assertThat(compiled.entries()).containsExactly("a");
        assertThat(compiled.isReachable("listener")).isTrue();
    }

    @Test
    void theDigestIgnoresSpellingAndNothingElse() {
        JsonObject document = workflow().node("a").document();
        JsonObject shuffled = JsonObject.EMPTY;
        for (String name : document.names().stream().toList().reversed()) {
            shuffled = shuffled.with(name, Objects.requireNonNull(document.get(name)));
        }
        JsonObject respelled = shuffled.with(
                "settings",
                JsonObject.builder().put("timeout", new JsonNumber("1e1")).build());
        JsonObject plain = document.with(
                "settings", JsonObject.builder().put("timeout", 10).build());

        assertThat(digest(shuffled)).isEqualTo(digest(document));
        assertThat(digest(respelled)).isEqualTo(digest(plain)).isNotEqualTo(digest(document));
    }

    /// Runs refer to this number for ever.
    @Test
    void theDigestIsTheOneThatAnybodyComputes() {
        assertThat(digest(workflow().node("a").document()))
                .isEqualTo("sha256:fdd0049ee30327c79ceccbaeff8fbb3819fa330b7fc91ee08dc3edf0f180e566");
    }

    private static String digest(JsonObject document) {
        return CompiledWorkflow.of(((Read.Ok) DefinitionReader.read(document)).definition())
                .digest()
                .toString();
    }
}

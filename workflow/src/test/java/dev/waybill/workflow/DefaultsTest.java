package dev.waybill.workflow;

import static dev.waybill.workflow.Definitions.json;
import static dev.waybill.workflow.Definitions.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.Test;

/// What an author has to write, and what is there without it.
class DefaultsTest {

    @Test
    void anEmptyDocumentNamesEverythingThatIsMissing() {
        Read.Bad bad = (Read.Bad) DefinitionReader.read(JsonObject.EMPTY);

        assertThat(bad.errors()).allSatisfy(error -> assertThat(error.code()).isEqualTo(DefinitionCode.MISSING_MEMBER));
        assertThat(bad.errors())
                .extracting(DefinitionError::hint)
                .containsExactlyInAnyOrder("add \"id\"", "add \"name\"", "add \"version\"", "add \"nodes\"");
    }

    @Test
    void oneNodeNeedsNothingButAnIdAndAType() {
        Read.Ok ok = (Read.Ok) DefinitionReader.read(
                json("{'id':'w','name':'W','version':'1','nodes':[{'id':'a','typeId':'core.noop'}]}"));

        assertThat(ok.warnings()).isEmpty();
        assertThat(ok.definition().nodes()).singleElement().satisfies(node -> {
            assertThat(node.name()).isEqualTo("a");
            assertThat(node.config()).isEqualTo(JsonObject.EMPTY);
            assertThat(node.inputs()).isEmpty();
        });
        assertThat(ok.definition().edges()).isEmpty();
        assertThat(ok.definition().triggers()).isEmpty();
        assertThat(ok.definition().settings().timeoutMs()).isEmpty();
        assertThat(CompiledWorkflow.of(ok.definition()).entries()).containsExactly("a");
    }

    @Test
    void whatIsWrittenWhereADefaultWouldDoIsStillChecked() {
        assertThat(workflow()
                        .with("settings", "[]")
                        .with("edges", "{}")
                        .with("nodes", "[{'id':'a','typeId':'core.noop','name':'','position':{'x':0},'config':7}]")
                        .errors())
                .containsExactlyInAnyOrder(
                        "wrong_type /settings",
                        "wrong_type /edges",
                        "out_of_range /nodes/0/name",
                        "missing_member /nodes/0/position",
                        "wrong_type /nodes/0/config");
    }
}

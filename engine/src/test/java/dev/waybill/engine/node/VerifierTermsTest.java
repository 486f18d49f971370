package dev.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerifierTermsTest {

    private static VerifierTerms function(String typeId) {
        return new VerifierTerms(JsonObject.of("function", typeId));
    }

    @Test
    void noTwoFunctionsRunAsOneWorkflow() {
        List<String> types = List.of(
                "acme.strict.check",
                "acme.strict-check",
                "acme-strict.check",
                "acme.strict_check",
                "acme.strictCheck",
                "acme.strict_-check",
                "acme.strict__check",
                "acme.strict_Check",
                "acme.strict-_check");
        Set<String> ids = new LinkedHashSet<>();
        types.forEach(type -> ids.add(function(type).critic().orElseThrow()));
        assertThat(ids).hasSameSizeAs(types);
    }

    @Test
    void everyFunctionRunsAsAWorkflowThatCanBeRead() {
        for (String type :
                List.of("acme.strict", "acme.strictCheck", "vendor.acme.two-words", "core.openwop.ai.Judge_2")) {
            WorkflowDefinition read =
                    ((Read.Ok) DefinitionReader.read(function(type).function().orElseThrow())).definition();
            assertThat(read.id()).isEqualTo(function(type).critic().orElseThrow());
            assertThat(read.nodes().getFirst().typeId()).isEqualTo(type);
        }
    }
}

package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.workflow.DefinitionError;
import java.util.ArrayList;
import java.util.List;

/// Sources of guided workflows for tests, and what a compiled one always holds.
final class GuidedSources {

    private GuidedSources() {}

    /// A workflow with these steps; single quotes stand for double ones.
    static JsonObject workflow(String steps) {
        return workflow(steps, "");
    }

    /// @param members more members of the workflow, each followed by a comma
    static JsonObject workflow(String steps, String members) {
        return json("{'id':'test-flow','name':'Test','description':'A test','version':'1.0.0'," + members + "'steps':["
                + steps + "]}");
    }

    static JsonObject json(String text) {
        return (JsonObject) JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }

    static GuidedRead.Ok ok(GuidedRead read) {
        return switch (read) {
            case GuidedRead.Ok ok -> ok;
            case GuidedRead.Bad bad -> throw new AssertionError(bad.errors());
        };
    }

    static GuidedWorkflow compiled(JsonObject source) {
        return ok(GuidedCompiler.bundled().compile(source)).workflow();
    }

    /// The errors of a source as `code pointer`.
    static List<String> errors(JsonObject source) {
        return switch (GuidedCompiler.bundled().compile(source)) {
            case GuidedRead.Ok _ -> List.of();
            case GuidedRead.Bad bad ->
                bad.errors().stream().map(GuidedSources::shown).toList();
        };
    }

    static String shown(DefinitionError error) {
        return error.code().text() + " " + error.pointer();
    }

    static List<String> ids(List<GuidedStep> steps) {
        List<String> ids = new ArrayList<>();
        for (GuidedStep step : steps) {
            ids.add(step.id());
            if (step instanceof LoopStep loop) {
                ids.addAll(ids(loop.body()));
            }
        }
        return ids;
    }

    static PromptStep prompt(GuidedWorkflow workflow, int index) {
        return (PromptStep) workflow.steps().get(index);
    }

    /// Nothing is left that would have to be looked up elsewhere.
    static void assertCompiled(GuidedWorkflow workflow) {
        assertThat(ids(workflow.steps())).doesNotHaveDuplicates().isNotEmpty();
        String text = JsonWriter.compact(workflow.document());
        for (String left : List.of(
                "{{wr.",
                "\"templateCall\":",
                "\"promptBlocks\":",
                "\"parallelDelegations\":",
                "\"features\":",
                "\"extensionPoints\":",
                "\"refId\":",
                "\"until\"")) {
            assertThat(text).doesNotContain(left);
        }
        assertCompiled(workflow, workflow.steps());
    }

    private static void assertCompiled(GuidedWorkflow workflow, List<GuidedStep> steps) {
        for (GuidedStep step : steps) {
            switch (step) {
                case PromptStep prompt -> {
                    assertThat(prompt.prompt()).isNotBlank();
                    if (prompt.contract() != null) {
                        assertThat(workflow.contract(prompt.contract().ref())).isPresent();
                    }
                    prompt.assessments()
                            .forEach(it -> assertThat(workflow.assessment(it)).isPresent());
                }
                case LoopStep loop -> {
                    assertThat(loop.body()).isNotEmpty();
                    if (loop.rule() instanceof LoopStep.Rule.WhileArtifact(var ref)) {
                        assertThat(workflow.contract(ref)).isPresent();
                    }
                    assertCompiled(workflow, loop.body());
                }
            }
        }
    }
}

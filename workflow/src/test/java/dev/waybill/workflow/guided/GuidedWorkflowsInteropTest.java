package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Guided workflows that other people wrote: every one compiles without an error, and reads back as itself.
class GuidedWorkflowsInteropTest {

    private static final String WORKFLOWS = "workrail/workflows";

    @TestFactory
    Stream<DynamicTest> everyWorkflowCompiles() throws IOException {
        List<String> names = names();
        GuidedCompiler compiler = compiler(names);
        return names.stream()
                .map(name -> dynamicTest(name, () -> {
                    var ok = GuidedSources.ok(compiler.compile(document(name)));
                    assertThat(ok.warnings()).isEmpty();
                    GuidedWorkflow workflow = ok.workflow();
                    assertThat(GuidedWorkflow.read(workflow.document())).isEqualTo(workflow);
                    GuidedSources.assertCompiled(workflow);
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyStepOfAnExpectedPathIsThere() throws IOException {
        List<String> names = names();
        GuidedCompiler compiler = compiler(names);
        JsonObject expected =
                JsonReader.readObject(Interop.bytes("workrail/expected-step-paths.json"), JsonLimits.DOCUMENT);
        return names.stream()
                .map(name -> dynamicTest(name, () -> {
                    GuidedWorkflow workflow =
                            GuidedSources.ok(compiler.compile(document(name))).workflow();
                    Set<String> ids = new LinkedHashSet<>(GuidedSources.ids(workflow.steps()));
                    JsonObject paths = expected.object(workflow.id()).orElse(JsonObject.EMPTY);
                    for (String kind : List.of("conditions_satisfied", "no_context")) {
                        paths.array(kind)
                                .ifPresent(path -> path.forEach(id ->
                                        assertThat(ids).contains(id.asString().orElseThrow())));
                    }
                }));
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(Interop.path(WORKFLOWS))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static GuidedCompiler compiler(List<String> names) {
        List<JsonObject> routines = new ArrayList<>();
        names.stream().filter(it -> it.startsWith("routine--")).forEach(it -> routines.add(document(it)));
        return new GuidedCompiler(Routines.of(routines), Bindings.NONE, Contracts.bundled());
    }

    private static JsonObject document(String name) {
        return JsonReader.readObject(Interop.bytes(WORKFLOWS + "/" + name), JsonLimits.DOCUMENT);
    }
}

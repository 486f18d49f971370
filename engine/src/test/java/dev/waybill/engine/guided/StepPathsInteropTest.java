package dev.waybill.engine.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import dev.waybill.workflow.guided.Bindings;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.Routines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every workflow of the corpus runs to its end, along the steps that the system it was written for takes.
class StepPathsInteropTest {

    private static final String FOLDER = "workrail/workflows/";

    @TestFactory
    Stream<DynamicTest> workflowsRunAlongTheirPaths() throws IOException {
        JsonObject expected = object(Interop.bytes("workrail/expected-step-paths.json"));
        GuidedCompiler compiler = compiler();
        List<DynamicTest> tests = new ArrayList<>();
        expected.members().forEach((id, value) -> {
            JsonObject paths = value.asObject().orElseThrow();
            for (String script : List.of("conditions_satisfied", "no_context")) {
                tests.add(DynamicTest.dynamicTest(id + " " + script, () -> run(compiler, paths, script)));
            }
        });
        assertThat(tests).isNotEmpty();
        return tests.stream();
    }

    private static void run(GuidedCompiler compiler, JsonObject paths, String script) {
        byte[] file = Interop.bytes(FOLDER + paths.string("file").orElseThrow());
        GuidedRead read = compiler.compile(object(file));
        assertThat(read).isInstanceOf(GuidedRead.Ok.class);
        GuidedWorkflow workflow = ((GuidedRead.Ok) read).workflow();
        assertThat(Preview.of(workflow)).isNotEmpty();

        List<String> path = new ScriptedAgent(workflow).path(script.equals("conditions_satisfied"));

        paths.array(script)
                .map(StepPathsInteropTest::texts)
                .ifPresent(steps -> assertThat(path).isEqualTo(steps));
    }

    private static GuidedCompiler compiler() throws IOException {
        try (Stream<Path> files = Files.list(Interop.path(FOLDER))) {
            List<JsonObject> routines = files.filter(
                            file -> file.getFileName().toString().startsWith("routine--"))
                    .sorted()
                    .map(file -> object(Interop.bytes(FOLDER + file.getFileName())))
                    .toList();
            return new GuidedCompiler(Routines.of(routines), Bindings.NONE, Contracts.bundled());
        }
    }

    private static List<String> texts(JsonArray array) {
        return array.items().stream().map(item -> item.asString().orElseThrow()).toList();
    }

    private static JsonObject object(byte[] json) {
        return JsonReader.readObject(json, JsonLimits.DOCUMENT);
    }
}

package dev.waybill.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Definitions that other people wrote: every one is read without an error or a warning, and given back unchanged.
class FixturesInteropTest {

    private static final String FIXTURES = "openwop/fixtures";

    @TestFactory
    Stream<DynamicTest> everyFixtureIsReadAndCompiled() throws IOException {
        try (Stream<Path> files = Files.list(Interop.path(FIXTURES))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream()
                    .map(name -> dynamicTest(name, () -> check(name)));
        }
    }

    private static void check(String name) {
        JsonObject document = JsonReader.readObject(Interop.bytes(FIXTURES + "/" + name), JsonLimits.DOCUMENT);
        Read read = DefinitionReader.read(document);
        assertThat(read).isInstanceOf(Read.Ok.class);
        Read.Ok ok = (Read.Ok) read;
        assertThat(ok.warnings()).isEmpty();
        assertThat(JsonWriter.compact(ok.definition().toJson())).isEqualTo(JsonWriter.compact(document));
        CompiledWorkflow compiled = CompiledWorkflow.of(ok.definition());
        assertThat(compiled.entries()).hasSize(1);
        assertThat(compiled.layers().stream().mapToInt(List::size).sum())
                .isEqualTo(ok.definition().nodes().size());
        assertThat(compiled.digest()).isEqualTo(Digest.of(Jcs.canonicalBytes(document)));
    }

    @TestFactory
    Stream<DynamicTest> aSupervisedLoopBeginsWithItsPlanner() {
        return Stream.of("conformance-dispatch-loop", "conformance-multi-agent-handoff")
                .map(name -> dynamicTest(name, () -> {
                    byte[] bytes = Interop.bytes(FIXTURES + "/" + name + ".json");
                    var ok = (Read.Ok) DefinitionReader.read(JsonReader.readObject(bytes, JsonLimits.DOCUMENT));
                    CompiledWorkflow compiled = CompiledWorkflow.of(ok.definition());
                    assertThat(compiled.entries())
                            .allSatisfy(id -> assertThat(ok.definition()
                                            .node(id)
                                            .orElseThrow()
                                            .typeId())
                                    .isEqualTo(WorkflowNode.SUPERVISOR));
                    assertThat(compiled.backEdges()).hasSize(1);
                    assertThat(compiled.layers()).hasSize(2);
                }));
    }
}

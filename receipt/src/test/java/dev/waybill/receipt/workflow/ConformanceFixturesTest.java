package dev.waybill.receipt.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Our own fixtures, which other implementations can run, hold for ours.
class ConformanceFixturesTest {

    private static final List<String> FILES = List.of("valid", "invalid", "edge-cases");

    @TestFactory
    Stream<DynamicTest> everyFixtureGetsItsAnswer() {
        return FILES.stream()
                .flatMap(ConformanceFixturesTest::fixtures)
                .map(fixture -> DynamicTest.dynamicTest(
                        text(fixture, "name"), () -> assertThat(answer(fixture)).isEqualTo(expected(fixture))));
    }

    @Test
    void namesAreUnique() {
        assertThat(FILES.stream().flatMap(ConformanceFixturesTest::fixtures).map(fixture -> text(fixture, "name")))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    }

    @Test
    void validAndInvalidFixturesAreInTheirFiles() {
        assertThat(fixtures("valid"))
                .hasSize(32)
                .allMatch(fixture -> expected(fixture).equals("valid"));
        assertThat(fixtures("invalid"))
                .hasSize(123)
                .noneMatch(fixture -> expected(fixture).equals("valid"));
        assertThat(fixtures("edge-cases")).hasSize(81);
    }

    @Test
    void everyCodeOfASingleReceiptIsCovered() {
        assertThat(fixtures("invalid").map(ConformanceFixturesTest::expected).distinct())
                .containsExactlyInAnyOrder(
                        "E_WORKFLOW_CONTEXT_INVALID",
                        "E_WORKFLOW_DAG_INVALID",
                        "E_WORKFLOW_LIMIT_EXCEEDED",
                        "E_WORKFLOW_ID_INVALID",
                        "E_WORKFLOW_STEP_ID_INVALID",
                        "E_WORKFLOW_SUMMARY_INVALID");
    }

    private static String answer(JsonObject fixture) {
        JsonValue input = Objects.requireNonNull(fixture.get("input"));
        try {
            switch (text(fixture, "type")) {
                case "WorkflowContext" -> WorkflowContext.parse(input);
                case "RedactedWorkflowContext" -> WorkflowContext.parseRedacted(input);
                case "WorkflowSummaryAttestation" -> WorkflowSummary.parse(input);
                default -> throw new AssertionError("unknown type in " + fixture);
            }
            return "valid";
        } catch (Rejected e) {
            return e.code().name();
        }
    }

    private static String expected(JsonObject fixture) {
        JsonObject expected = fixture.object("expected").orElseThrow();
        return expected.get("valid") == JsonBool.TRUE ? "valid" : text(expected, "error_code");
    }

    private static Stream<JsonObject> fixtures(String file) {
        var path = Interop.projectRoot().resolve("specs/conformance/fixtures/workflow/" + file + ".json");
        try {
            JsonValue document = JsonReader.readAnyNumbers(Files.readAllBytes(path), JsonLimits.DOCUMENT);
            return document.asObject().orElseThrow().array("fixtures").orElseThrow().items().stream()
                    .map(fixture -> fixture.asObject().orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(JsonObject object, String name) {
        return object.string(name).orElseThrow();
    }
}

package dev.waybill.receipt.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Interop;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The cases of other implementations get the answers of other implementations.
class WorkflowInteropTest {

    private static final String VALID = "valid";

    @TestFactory
    Stream<DynamicTest> peacFixturesGiveTheExpectedAnswer() {
        return Stream.of("valid", "invalid", "edge-cases")
                .flatMap(file -> items("peac/workflow/" + file + ".json", "fixtures"))
                .map(fixture -> DynamicTest.dynamicTest(
                        text(fixture, "name"),
                        () -> assertThat(answer(text(fixture, "type"), member(fixture, "input")))
                                .isEqualTo(expected(fixture))));
    }

    @TestFactory
    Stream<DynamicTest> contextsGetTheCodeOfThePeacOracle() {
        return items("peac/corpus/context-cases.json", "cases")
                .map(aCase -> DynamicTest.dynamicTest(
                        text(aCase, "id"),
                        () -> assertThat(answer("WorkflowContext", member(aCase, "input")))
                                .isEqualTo(stricter(aCase))));
    }

    @TestFactory
    Stream<DynamicTest> summariesGetTheAnswerOfThePeacOracle() {
        return items("peac/corpus/summary-cases.json", "cases")
                .map(aCase -> DynamicTest.dynamicTest(text(aCase, "id"), () -> {
                    assertThat(answer("WorkflowSummaryAttestation", member(aCase, "input")))
                            .isEqualTo(expected(aCase));
                    assertThat(isReported(pointer(member(aCase, "input")), aCase))
                            .isTrue();
                }));
    }

    /// A noted case differs only in that we call absent parents what the specification calls them: missing.
    private static String stricter(JsonObject aCase) {
        String expected = expected(aCase);
        return aCase.has("note") && expected.equals(VALID) ? "E_WORKFLOW_CONTEXT_INVALID" : expected;
    }

    private static String answer(String type, JsonValue input) {
        try {
            if (type.equals("WorkflowContext")) {
                WorkflowContext.parse(input);
            } else {
                WorkflowSummary.parse(input);
            }
            return VALID;
        } catch (Rejected e) {
            assertThat(e).hasMessageMatching("(?s).*expected .+, found .+; .+");
            return e.code().name();
        }
    }

    private static String expected(JsonObject aCase) {
        JsonObject expected = aCase.object("expected").orElseThrow();
        // A valid fixture may repeat the error_code of its error_context there.
        return expected.get("valid") == JsonBool.TRUE ? VALID : text(expected, "error_code");
    }

    private static String pointer(JsonValue summary) {
        try {
            WorkflowSummary.parse(summary);
            return "";
        } catch (Rejected e) {
            return e.pointer();
        }
    }

    /// The oracle reports every faulty path, we the first that we meet. It reports an unknown or missing
    /// member at its parent, we at the member.
    private static boolean isReported(String pointer, JsonObject aCase) {
        String path = pointer.isEmpty() ? "" : pointer.substring(1).replace('/', '.');
        String parent = path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
        JsonArray paths =
                aCase.object("expected").orElseThrow().array("paths").orElse(JsonArray.of(new JsonString("")));
        return paths.items().contains(new JsonString(path)) || paths.items().contains(new JsonString(parent));
    }

    private static Stream<JsonObject> items(String file, String member) {
        JsonValue document = JsonReader.readAnyNumbers(Interop.bytes(file), JsonLimits.DOCUMENT);
        return document.asObject().orElseThrow().array(member).orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow());
    }

    private static String text(JsonObject object, String name) {
        return object.string(name).orElseThrow();
    }

    private static JsonValue member(JsonObject object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }
}

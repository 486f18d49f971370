package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Interop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The whole corpus through the command line, as a script would send it: one start for thousands of cases.
class CommandLineInteropTest {

    private static final String NOW = Long.toString(Asked.NOW);

    @TestFactory
    Stream<DynamicTest> receiptsByLines() {
        List<JsonObject> cases = Interop.text("peac/corpus/receipts.ndjson")
                .lines()
                .map(CommandLineInteropTest::object)
                .toList();
        Asked asked =
                Asked.reading(lines(cases, "jws"), "receipt", "verify", "--lines", "--jwks", jwks(), "--now", NOW);
        return compare(cases, asked, "name", (aCase, answer) -> {
            JsonObject expected = aCase.object("expected").orElseThrow();
            assertThat(answer.get("receipt_ref")).isEqualTo(aCase.get("receipt_ref"));
            if (aCase.has("note")) {
                // Entries with a note get the stricter judgement.
                assertThat(answer.get("valid")).isEqualTo(JsonBool.FALSE);
            } else {
                assertThat(answer.get("valid")).isEqualTo(expected.get("valid"));
                assertThat(answer.string("error_code")).isEqualTo(expected.string("code"));
                assertThat(answer.get("warnings"))
                        .isEqualTo(expected.array("warnings").orElse(JsonArray.EMPTY));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> contextsByLines() {
        return ruleChecks("context-cases", "check-context");
    }

    @TestFactory
    Stream<DynamicTest> summariesByLines() {
        return ruleChecks("summary-cases", "check-summary");
    }

    private static Stream<DynamicTest> ruleChecks(String file, String command) {
        List<JsonObject> cases = objects(corpus(file).get("cases"));
        Asked asked = Asked.reading(lines(cases, "input"), "receipt", command, "--lines");
        return compare(cases, asked, "id", (aCase, answer) -> {
            JsonObject expected = aCase.object("expected").orElseThrow();
            if (aCase.has("note")) {
                assertThat(answer.get("valid")).isEqualTo(JsonBool.FALSE);
            } else {
                assertThat(answer.get("valid")).isEqualTo(expected.get("valid"));
                assertThat(answer.string("error_code")).isEqualTo(expected.string("error_code"));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> merkleRoots() {
        return objects(corpus("merkle-cases").get("vectors")).stream()
                .map(vector -> dynamicTest("n=" + vector.get("n"), () -> {
                    JsonObject commitment = vector.object("commitment").orElseThrow();
                    JsonObject answer = Asked.reading(strings(vector, "input_refs"), "merkle", "root", "--json")
                            .json();
                    assertThat(answer.get("root")).isEqualTo(commitment.get("root"));
                    assertThat(answer.get("tree_size")).isEqualTo(commitment.get("tree_size"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> merkleProofsByLines() {
        List<JsonObject> proofs = new ArrayList<>();
        for (JsonObject vector : objects(corpus("merkle-cases").get("vectors"))) {
            JsonValue root = Objects.requireNonNull(
                    vector.object("commitment").orElseThrow().get("root"));
            objects(vector.get("proofs")).forEach(proof -> proofs.add(proof.with("root", root)));
        }
        StringBuilder lines = new StringBuilder();
        proofs.forEach(proof -> lines.append(JsonWriter.compact(proof)).append('\n'));
        Asked asked = Asked.reading(lines.toString(), "merkle", "check", "--lines");
        return compare(
                proofs,
                asked,
                "target_ref",
                (proof, answer) -> assertThat(answer.get("valid")).isEqualTo(proof.get("valid")));
    }

    @TestFactory
    Stream<DynamicTest> workflowSetsByLines() {
        List<JsonObject> sets = objects(corpus("workflow-sets").get("sets"));
        Asked asked = Asked.reading(
                lines(sets, "receipts"),
                "verify",
                "--lines",
                "--jwks",
                "https://orchestrator.example.com=" + jwks(),
                "--now",
                NOW);
        return compare(sets, asked, "name", (set, answer) -> {
            List<JsonValue> codes = objects(answer.get("findings")).stream()
                    .map(finding -> finding.get("code"))
                    .distinct()
                    .toList();
            assertThat(codes)
                    .isEqualTo(set.array("expected_findings").orElseThrow().items());
        });
    }

    @TestFactory
    Stream<DynamicTest> badBundlesAreBrokenForPeacsReason() {
        return Stream.of("invalid_signature", "path_traversal_unix", "duplicate_receipt")
                .map(name -> dynamicTest(name, () -> {
                    Asked asked = bundle("peac/bundle/" + name + ".zip");
                    String expected = Interop.text("peac/bundle/" + name + ".expected_error.txt");
                    assertThat(asked.code()).isEqualTo(ExitCode.TAMPERED);
                    assertThat(asked.json().string("verdict")).contains("broken");
                    assertThat(objects(asked.json().get("findings")))
                            .extracting(finding -> finding.string("code").orElseThrow())
                            .contains(expected.strip());
                }));
    }

    @TestFactory
    Stream<DynamicTest> goodBundlesReproducePeacsReportHash() {
        return Stream.of(
                dynamicTest(
                        "valid_minimal",
                        () -> assertThat(reportHash("peac/bundle/valid_minimal.zip"))
                                .isEqualTo(Interop.text("peac/bundle/valid_minimal.report_hash.txt")
                                        .strip())),
                dynamicTest(
                        "bundle-valid",
                        () -> assertThat(reportHash("peac/corpus/bundle-valid.zip"))
                                .isEqualTo(object(Interop.text("peac/corpus/bundle-valid.report.json"))
                                        .string("report_hash")
                                        .orElseThrow())));
    }

    private static String reportHash(String file) {
        Asked asked = bundle(file);
        assertThat(asked.code()).as(asked.out()).isEqualTo(ExitCode.YES);
        return asked.json()
                .object("peac_report")
                .flatMap(report -> report.string("report_hash"))
                .orElseThrow();
    }

    private static Asked bundle(String file) {
        return Asked.waybill("verify", Interop.path(file).toString(), "--json", "--now", NOW);
    }

    private static Stream<DynamicTest> compare(
            List<JsonObject> cases, Asked asked, String name, BiConsumer<JsonObject, JsonObject> check) {
        List<JsonObject> answers = asked.lines();
        assertThat(answers).hasSameSizeAs(cases);
        return IntStream.range(0, cases.size())
                .mapToObj(i -> dynamicTest(
                        i + " " + cases.get(i).string(name).orElse(""),
                        () -> check.accept(cases.get(i), answers.get(i))));
    }

    private static String lines(List<JsonObject> cases, String member) {
        StringBuilder lines = new StringBuilder();
        cases.forEach(aCase -> lines.append(JsonWriter.compact(Objects.requireNonNull(aCase.get(member))))
                .append('\n'));
        return lines.toString();
    }

    private static String strings(JsonObject object, String member) {
        StringBuilder lines = new StringBuilder();
        for (JsonValue item : object.array(member).orElseThrow()) {
            if (item instanceof JsonString(var text)) {
                lines.append(text).append('\n');
            }
        }
        return lines.toString();
    }

    private static List<JsonObject> objects(@Nullable JsonValue array) {
        return Objects.requireNonNull(array).asArray().orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .toList();
    }

    private static JsonObject corpus(String name) {
        return object(Interop.text("peac/corpus/" + name + ".json"));
    }

    private static String jwks() {
        return Interop.path("peac/corpus/jwks.json").toString();
    }

    private static JsonObject object(String text) {
        // The cases hold numbers beyond what I-JSON allows, on purpose.
        return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }
}

package dev.waybill.receipt.tamper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.anchor.AnchorLines;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every attack of `specs/tamper`, put to the verifier as another implementation would: from the files alone.
class TamperSuiteTest {

    private static final Path SUITE = Interop.projectRoot().resolve("specs/tamper");

    /// Writes the suite anew when asked to: `-Dwaybill.golden=write`.
    @Test
    void theFilesAreThoseThatTheAttacksMake() throws IOException {
        if ("write".equals(System.getProperty("waybill.golden"))) {
            write();
        }
        Map<String, byte[]> made = TamperSuite.files();
        Map<String, Path> here = committed();
        assertThat(here.keySet()).isEqualTo(made.keySet());
        for (var each : made.entrySet()) {
            assertThat(here.get(each.getKey())).as(each.getKey()).hasBinaryContent(each.getValue());
        }
    }

    private static void write() throws IOException {
        for (Path old : committed().values()) {
            Files.delete(old);
        }
        for (var each : TamperSuite.files().entrySet()) {
            Path file = SUITE.resolve(each.getKey());
            Files.createDirectories(file.resolveSibling("."));
            Files.write(file, each.getValue());
        }
    }

    private static Map<String, Path> committed() throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(SUITE)) {
            all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("README.md"))
                    .forEach(file -> files.put(SUITE.relativize(file).toString(), file));
        }
        return files;
    }

    @TestFactory
    Stream<DynamicTest> everyAttackIsJudgedAsItShouldBe() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : committed().values()) {
            if (file.endsWith("attack.json")) {
                JsonObject attack = JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
                int number = 0;
                for (JsonValue judgement : attack.array("judgements").orElseThrow()) {
                    String name = SUITE.relativize(file.resolveSibling(".").normalize()) + " " + ++number;
                    tests.add(DynamicTest.dynamicTest(
                            name,
                            () -> compare(file, attack, judgement.asObject().orElseThrow())));
                }
            }
        }
        return tests.stream();
    }

    private static void compare(Path file, JsonObject attack, JsonObject expected) throws IOException {
        AuditReport report = judge(file, attack, expected);
        String name = SUITE.relativize(file).toString();
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(report.verdict().wire()).as(name).isEqualTo(text(expected, "verdict"));
            softly.assertThat(report.completeness().isComplete() ? "complete" : "partial")
                    .isEqualTo(text(expected, "completeness"));
            softly.assertThat(report.headline()).as(name).isEqualTo(text(expected, "headline"));
            softly.assertThat(report.findings())
                    .as(name)
                    .extracting(TamperSuiteTest::told)
                    .containsAll(
                            expected.array("findings").map(JsonArray::items).orElseThrow());
        });
    }

    private static JsonValue told(Finding finding) {
        return new Judgement.Expected(finding.code(), finding.severity(), finding.message()).toJson();
    }

    private static AuditReport judge(Path file, JsonObject attack, JsonObject judgement) throws IOException {
        long now = Long.parseLong(String.valueOf(attack.get("now")));
        KeySet trusted = trusted(file, judgement.get("keys"));
        try (Evidence evidence =
                Evidence.open(file.resolveSibling(text(attack, "evidence")), new EvidenceOptions(now, trusted))) {
            WorkflowAuditor auditor = new WorkflowAuditor(
                    trusted == null ? evidence.keys() : trusted,
                    AuditOptions.at(now)
                            .withKeysFromBundle(trusted == null)
                            .withRequiredCompleteness(judgement.get("require_complete") == JsonBool.TRUE));
            Optional<Path> anchors = judgement.string("anchors").map(file::resolveSibling);
            if (anchors.isPresent()) {
                String held = Files.readString(anchors.get());
                auditor.anchoredBy(AnchorLines.read(held, "anchors.jsonl"), TimestampAuthorities.NONE);
            }
            if (evidence.isDisclosure()) {
                auditor.disclosing(evidence.proofs());
            }
            return auditor.audit(evidence.receipts());
        }
    }

    private static @Nullable KeySet trusted(Path file, @Nullable JsonValue keys) throws IOException {
        if (keys == null) {
            return null;
        }
        KeySet trusted = KeySet.empty();
        for (JsonValue each : keys instanceof JsonArray several ? several.items() : List.of(keys)) {
            Path named = file.resolveSibling(((JsonString) each).value());
            trusted =
                    trusted.and(KeySet.fromJson(JsonReader.readObject(Files.readAllBytes(named), JsonLimits.DOCUMENT)));
        }
        return trusted;
    }

    private static String text(JsonObject json, String member) {
        return json.string(member).orElseThrow();
    }
}

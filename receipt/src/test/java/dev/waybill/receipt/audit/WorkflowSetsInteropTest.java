package dev.waybill.receipt.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Sets of receipts signed by the TypeScript implementation, with the findings that the specification
/// asks for.
class WorkflowSetsInteropTest {

    private static final long NOW = 1_794_700_000L;

    @TestFactory
    Stream<DynamicTest> everySetGivesTheExpectedFindings() {
        JsonObject file = object(JsonReader.read(Interop.bytes("peac/corpus/workflow-sets.json"), JsonLimits.DOCUMENT));
        KeySet keys = KeySet.fromJson(
                object(JsonReader.read(Interop.bytes("peac/corpus/jwks.json"), JsonLimits.DOCUMENT)),
                "https://orchestrator.example.com");
        return file.array("sets").orElseThrow().items().stream()
                .map(WorkflowSetsInteropTest::object)
                .map(set -> DynamicTest.dynamicTest(
                        set.string("name").orElseThrow(),
                        () -> assertThat(codes(audit(set, keys))).isEqualTo(strings(set, "expected_findings"))));
    }

    private static AuditReport audit(JsonObject set, KeySet keys) throws IOException {
        return new WorkflowAuditor(keys, AuditOptions.at(NOW)).audit(ReceiptSource.of(strings(set, "receipts")));
    }

    private static List<String> codes(AuditReport report) {
        return report.findings().stream().map(Finding::code).distinct().toList();
    }

    private static List<String> strings(JsonObject set, String name) {
        return set.array(name).orElseThrow().items().stream()
                .map(item -> item.asString().orElseThrow())
                .toList();
    }

    private static JsonObject object(JsonValue value) {
        return value.asObject().orElseThrow();
    }
}

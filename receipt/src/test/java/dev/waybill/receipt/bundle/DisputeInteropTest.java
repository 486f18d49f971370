package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.testkit.Interop;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class DisputeInteropTest {

    @TestFactory
    Stream<DynamicTest> bundlesThatPeacRefusesAreRefusedForTheSameReason() {
        return Stream.of("path_traversal_unix", "duplicate_receipt")
                .map(name -> dynamicTest(name, () -> {
                    DisputeCode expected = DisputeCode.valueOf(expected(name));
                    var file = Interop.path("peac/bundle/" + name + ".zip");
                    assertThatThrownBy(() -> DisputeBundle.read(file))
                            .isInstanceOfSatisfying(
                                    DisputeRefused.class,
                                    e -> assertThat(e.code()).isEqualTo(expected));
                    assertThat(Run.audit(file).findings())
                            .filteredOn(finding -> finding.severity() == Severity.ERROR)
                            .extracting(Finding::code)
                            .containsExactly(expected.name());
                }));
    }

    @TestFactory
    Stream<DynamicTest> receiptsThatPeacRefusesAreReportedForTheSameReason() {
        return Stream.of("invalid_signature")
                .map(name -> dynamicTest(name, () -> {
                    var file = Interop.path("peac/bundle/" + name + ".zip");
                    DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
                    assertThat(report.verdicts())
                            .allSatisfy(verdict -> assertThat(verdict.errors()).containsExactly(expected(name)));
                    assertThat(report.recommendation()).isEqualTo("invalid");
                    assertThat(Run.audit(file).findings())
                            .extracting(Finding::code)
                            .contains(expected(name));
                }));
    }

    @TestFactory
    Stream<DynamicTest> reportsHaveTheHashThatPeacComputes() {
        return Stream.of("valid_minimal")
                .map(name -> dynamicTest(name, () -> {
                    DisputeBundle bundle = DisputeBundle.read(Interop.path("peac/bundle/" + name + ".zip"));
                    String expected = Interop.text("peac/bundle/" + name + ".report_hash.txt")
                            .strip();
                    assertThat(DisputeReport.of(bundle, Run.NOW).reportHash()).isEqualTo(expected);
                }));
    }

    @TestFactory
    Stream<DynamicTest> wholeReportsAreEqual() {
        return Stream.of("bundle-valid")
                .map(name -> dynamicTest(name, () -> {
                    var file = Interop.path("peac/corpus/" + name + ".zip");
                    var expected = JsonReader.readObject(
                            Interop.bytes("peac/corpus/" + name + ".report.json"), JsonLimits.DOCUMENT);
                    assertThat(DisputeReport.of(DisputeBundle.read(file), Run.NOW)
                                    .toJson())
                            .isEqualTo(expected);
                    try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
                        assertThat(evidence.kinds()).containsExactly(EvidenceKind.DISPUTE_BUNDLE);
                        assertThat(BundleTest.lines(evidence.receipts())).hasSize(13);
                        assertThat(evidence.disputeReport()).isPresent();
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> receiptsUnderBundleRulesOnlyAreNamed() {
        return Stream.of("valid_minimal")
                .map(name -> dynamicTest(name, () -> {
                    assertThat(Run.audit(Interop.path("peac/bundle/" + name + ".zip"))
                                    .findings())
                            .anySatisfy(finding -> {
                                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                                assertThat(finding.message()).contains("under PEAC's bundle rules only");
                            });
                }));
    }

    private static String expected(String name) {
        return Interop.text("peac/bundle/" + name + ".expected_error.txt").strip();
    }
}

package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// `docs/what-a-verdict-means.md` says what happens.
class VerdictPageTest {

    private final History run = History.of("run")
            .step("a")
            .step("b", "a")
            .step("c", "b")
            .step("d", "c")
            .step("e", "d");

    private static List<String> page() throws IOException {
        return Files.readAllLines(Interop.projectRoot().resolve("docs/what-a-verdict-means.md"));
    }

    @TestFactory
    Stream<DynamicTest> everyReasonIsSaidAsThePageSaysIt() throws IOException {
        Map<String, AuditReport> cases = cases();
        List<String[]> rows = page().stream()
                .filter(line -> line.contains("| partial: "))
                .map(line -> line.substring(2, line.length() - 2).split(" \\| ", -1))
                .toList();
        assertThat(rows).extracting(row -> row[0]).containsExactlyInAnyOrderElementsOf(cases.keySet());
        return rows.stream()
                .map(row -> DynamicTest.dynamicTest(row[0], () -> {
                    AuditReport report = Objects.requireNonNull(cases.get(row[0]));
                    assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
                    assertThat(report.headline()).matches(".* valid(, \\d findings?)?, " + pattern(row[1]));
                }));
    }

    private static String pattern(String shown) {
        return Stream.of(shown.split("…", -1))
                .map(Pattern::quote)
                .reduce((a, b) -> a + ".+" + b)
                .orElse("");
    }

    private Map<String, AuditReport> cases() {
        History source = History.of("source").step("a").step("b", "a");
        History fork = Family.signed(
                History.of("fork").after(500),
                "begin",
                "fork",
                "from",
                Family.of(source.id().value()).with("receipt", Family.text(source.ref("b"))));
        Receipt lone = Keys.issuer("worker", Wire.V0_2)
                .issue(ReceiptDraft.builder("019abc12-def3-7890-8abc-000000000001", Keys.NOW)
                        .build());
        Map<String, AuditReport> cases = new LinkedHashMap<>();
        cases.put("receipts without a summary", audit(run.texts()));
        cases.put("the export of a run that is still going", audit(run.with(run.summary(SummaryDraft::open))));
        cases.put("a disclosure of 2 of 5 receipts", disclosure("b", "d"));
        cases.put("a run without its child", audit(new Family(1).parentTexts()));
        Family family = new Family(1);
        cases.put(
                "a child without the run that started it",
                audit(family.children.getFirst().with(family.summaries.getFirst())));
        cases.put(
                "a summary that lists ids and no digests",
                audit(run.with(run.summary(
                        s -> s.onlyRefs(run.issued().stream().map(Receipt::id).toList())))));
        cases.put("a fork without its source", audit(fork.withSummary()));
        cases.put(
                "a summary by a stranger",
                audit(History.of("other").step("a").by("partner").withSummary()));
        cases.put(
                "a summary by one of the workers",
                audit(History.of("other").step("a").by("worker").step("b", "a").withSummary()));
        cases.put("a receipt of no workflow", audit(List.of(lone.compact())));
        return cases;
    }

    private AuditReport disclosure(String... labels) {
        SortedReceiptSet set = SortedReceiptSet.of(run.digests());
        Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();
        List<String> shown = new java.util.ArrayList<>(List.of(run.summary().compact()));
        for (String label : labels) {
            proofs.put(run.receipt(label).ref(), set.prove(run.receipt(label).ref()));
            shown.add(run.receipt(label).compact());
        }
        return audit(new WorkflowAuditor(Keys.known(), Audits.options()).disclosing(proofs), shown);
    }

    @Test
    void theFirstLineIsTheOneThatIsShown() throws IOException {
        assertThat(page()).anyMatch(line -> line.contains("VERIFIED  19 of 19 receipts valid, complete"));
        assertThat(audit(run.withSummary()).headline()).isEqualTo("6 of 6 receipts valid, complete");
    }

    @Test
    void whatTheHolderOfTheKeyCanDoIsSaidAsInTheReport() throws IOException {
        assertThat(page().stream()
                        .filter(line -> line.startsWith("- "))
                        .map(line -> line.substring(2, line.length() - 1)))
                .containsExactlyElementsOf(audit(run.withSummary()).anchoring().keyHolderCan());
    }

    @Test
    void whatTheHolderOfTheKeyCanDoAloneIsIndeedNotSeen() {
        History rewritten = History.of("run").step("a").step("b", "a").step("other", "b");
        History reissued = History.of("run")
                .step("a")
                .step("b", "a")
                .step("c", "b")
                .step("d", "c")
                .step("e", "c");
        History cut = History.of("run").step("a").step("b", "a");
        for (History each : List.of(rewritten, reissued, cut)) {
            AuditReport report = audit(each.withSummary());
            assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
            assertThat(report.completeness().isComplete()).isTrue();
        }
    }

    @Test
    void anEarlierSummaryInOtherHandsShowsAChangedHistory() {
        Receipt earlier = run.summary(s -> s.open().issuedAt -= 1);
        History cut = History.of("run").step("a").step("b", "a");
        History reissued = History.of("run")
                .step("a")
                .step("b", "a")
                .step("c", "b")
                .step("d", "c")
                .step("e", "c");
        for (History each : List.of(cut, reissued)) {
            assertThat(audit(each.with(each.summary(s -> s.issuedAt += 60), earlier))
                            .verdict())
                    .isEqualTo(Verdict.BROKEN);
        }
    }

    @Test
    void itFitsOnOneScreen() throws IOException {
        assertThat(page().size()).isLessThanOrEqualTo(60);
        assertThat(page()).allMatch(line -> line.length() <= 122);
    }
}

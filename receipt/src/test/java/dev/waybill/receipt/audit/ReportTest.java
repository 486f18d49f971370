package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.jws.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void noReceiptsAreAGap() {
        AuditReport report = audit(List.of());
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("NO_RECEIPTS gap");
    }

    @Test
    void aReceiptThatTheContainerJudgedByItsOwnRulesIsAReceipt() throws IOException {
        Finding judged = new Finding("E_INVALID_FORMAT", Severity.WARNING, "sha256:00", null, "odd", "ask");
        ReceiptSource source = new ReceiptSource() {
            @Override
            public byte @Nullable [] next() {
                return null;
            }

            @Override
            public List<Finding> problems() {
                return List.of(judged);
            }

            @Override
            public JudgedElsewhere judgedElsewhere() {
                return new JudgedElsewhere(1, 1, List.of());
            }
        };
        AuditReport report = new WorkflowAuditor(Keys.known(), Audits.options()).audit(source);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.findings()).containsExactly(judged);
    }

    @Test
    void receiptsOutsideWorkflowsAreCountedAndHold() {
        String receipt = Keys.issuer("worker", Wire.V0_2)
                .issue(ReceiptDraft.builder("01a1dc74-bb00-7890-8abc-000000000001", Keys.NOW)
                        .build())
                .compact();
        AuditReport report = audit(List.of(receipt));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.findings()).isEmpty();
        assertThat(report.counts().outsideWorkflows()).isEqualTo(1);
        assertThat(report.counts().workflows()).isZero();
        assertThat(report.keys()).hasSize(1);
    }

    @Test
    void findingsOfTheContainerCountForTheVerdict() {
        Finding finding = new Finding("E_CONTAINER", Severity.ERROR, null, null, "torn", "mend it");
        AuditReport report = audit(
                new WorkflowAuditor(Keys.known(), Audits.options()).with(finding),
                History.of("run").step("a").texts());
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.findings()).containsExactly(finding);
    }

    @Test
    void findingsComeHeaviestFirst() {
        History history =
                History.of("run").unchained().step("a", "lost").step("b", "c").step("c", "b");
        AuditReport report = audit(history.with(history.summary(s -> {
            s.commitLog = null;
            s.agents = List.of();
        })));
        assertThat(findings(report))
                .containsExactly(
                        "E_WORKFLOW_CYCLE_DETECTED error",
                        "E_WORKFLOW_PARENT_NOT_FOUND gap",
                        "AGENT_NOT_LISTED warning");
        assertThat(report.headline()).isEqualTo("4 of 4 receipts valid, 3 findings");
    }

    @Test
    void manyFindingsOfACodeAreListedInPartAndCountedInFull() {
        History history = History.of("run").unchained();
        for (int i = 0; i < 250; i++) {
            history.step("s" + i, "lost" + i);
        }
        AuditReport report = audit(history.texts());
        assertThat(report.findings()).hasSize(100);
        assertThat(report.findingCounts()).containsEntry("E_WORKFLOW_PARENT_NOT_FOUND", 250L);
        assertThat(report.headline()).contains("250 findings, partial: ");
        assertThat(Audits.json(audit(history.texts().reversed())))
                .contains(Audits.json(report).substring(0, 1_000));
    }

    @Test
    void anErrorIsListedEvenWhenItsCodeHasAThousandGaps() {
        FindingLog log = new FindingLog();
        for (int i = 0; i < 1_000; i++) {
            log.add(FindingCode.HASH_CHAIN_BROKEN, Severity.GAP, null, null, "gap " + i);
        }
        log.add(FindingCode.HASH_CHAIN_BROKEN, Severity.ERROR, null, null, "the error");
        assertThat(log.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(log.listed().getFirst().message()).isEqualTo("the error");
        assertThat(log.listed()).hasSize(101);
    }

    @Test
    void severalThreadsGiveTheSameBytesAsOne() {
        List<String> set = new ArrayList<>();
        History history = History.of("run");
        for (int i = 0; i < 400; i++) {
            history.step("s" + i, "s" + i / 2 + "x");
        }
        set.addAll(history.withSummary());
        set.set(13, "not a receipt");
        String alone = Audits.json(audit(set, Keys.known(), Audits.options()));
        for (int threads : new int[] {2, 4, 7}) {
            AuditOptions options = Audits.options().withParallelism(threads);
            assertThat(Audits.json(audit(set, Keys.known(), options))).isEqualTo(alone);
        }
    }

    @Test
    void everyFindingSaysWhatToDo() {
        for (FindingCode code : FindingCode.values()) {
            assertThat(code.next()).as(code.name()).endsWith(".").hasSizeGreaterThan(20);
        }
    }
}

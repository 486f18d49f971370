package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.testkit.Seeds;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkflowSpansTest {

    private static final TraceContext TRACE = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    private static final long SECOND = 1_000_000_000;

    private static final Receipt A = Issued.receipt(
            1, Issued.context("A").toolName("plan").framework("mcp").build());
    private static final Receipt B =
            Issued.receipt(2, Issued.context("B", "A").toolName("search").build());
    private static final Receipt C = Issued.receipt(3, Issued.context("C", "A").build());
    private static final Receipt JOIN =
            Issued.receipt(4, Issued.context("D", "B", "C").build());
    private static final List<Receipt> DIAMOND = List.of(A, B, C, JOIN);

    @Test
    void theFirstParentIsTheParentSpanAndFurtherOnesAreLinks() {
        List<Span> spans = WorkflowSpans.tree(DIAMOND);
        assertThat(spans).hasSize(5);
        Span workflow = spans.getFirst();
        Span join = span(spans, "D");
        assertThat(workflow.parentSpanId()).isNull();
        assertThat(span(spans, "A").parentSpanId()).isEqualTo(workflow.spanId());
        assertThat(span(spans, "B").parentSpanId()).isEqualTo(span(spans, "A").spanId());
        assertThat(join.parentSpanId()).isEqualTo(span(spans, "B").spanId());
        assertThat(join.links())
                .singleElement()
                .satisfies(link ->
                        assertThat(link.spanId()).isEqualTo(span(spans, "C").spanId()));
        assertThat(spans).allSatisfy(span -> assertThat(span.traceId()).isEqualTo(workflow.traceId()));
    }

    @Test
    void toolAndFrameworkNameTheSpanAndItsScope() {
        List<Span> spans = WorkflowSpans.tree(DIAMOND);
        assertThat(span(spans, "A").name()).isEqualTo("plan");
        assertThat(span(spans, "A").scope()).isEqualTo("mcp");
        assertThat(span(spans, "C").name()).isEqualTo("step");
        assertThat(span(spans, "C").scope()).isEqualTo("dev.waybill");
        Receipt typed = Issued.issuer(Wire.V0_2)
                .issue(Issued.draft(9).workflow(Issued.context("T").build()).build());
        assertThat(span(WorkflowSpans.tree(List.of(typed)), "T").name()).isEqualTo("dev.waybill/step");
    }

    @Test
    void aSpanSaysWhichReceiptItComesFrom() {
        Span span = span(WorkflowSpans.tree(DIAMOND), "A");
        assertThat(span.attributes())
                .isEqualTo(JsonObject.builder()
                        .put("peac.workflow_id", Issued.WORKFLOW.value())
                        .put("peac.step_id", Issued.step("A").value())
                        .put("peac.framework", "mcp")
                        .put("otel.library.name", "mcp")
                        .put("peac.receipt_ref", A.ref().toString())
                        .put("peac.record.ref", A.ref().toString())
                        .put("peac.receipt.hash", A.ref().toString())
                        .put("peac.issuer", Issued.ISSUER)
                        .put("peac.kid", "binding-test")
                        .put("peac.version", "0.1")
                        .put("trace.trace_id", span.traceId())
                        .build());
    }

    @Test
    void derivedIdsAreFixedAndNeverZero() {
        assertThat(TraceIds.traceOf(Issued.WORKFLOW)).isEqualTo("08718f0513ee5db28ef02429c0e2fce0");
        assertThat(TraceIds.spanOf(Issued.WORKFLOW)).isEqualTo("2fddee2aff93023f");
        assertThat(TraceIds.spanOf(Issued.WORKFLOW, Issued.step("A"))).isEqualTo("4b9b26fb2130b25e");
        assertThat(TraceIds.id(new byte[8])).isEqualTo("0000000000000001");
        assertThat(TraceIds.id(new byte[16])).hasSize(32).endsWith("01");
    }

    @Test
    void theOrderOfTheReceiptsDoesNotMatterNorDoesARepeat() {
        List<Receipt> set = new ArrayList<>(DIAMOND);
        set.add(Issued.summary(9, WorkflowStatus.COMPLETED, null));
        String expected = OtlpJson.traces(WorkflowSpans.tree(set)).toString();
        Seeds.check(50, random -> {
            List<Receipt> shuffled = new ArrayList<>(set);
            shuffled.add(set.get(random.nextInt(set.size())));
            Collections.shuffle(shuffled, random);
            assertThat(OtlpJson.traces(WorkflowSpans.tree(shuffled)).toString()).isEqualTo(expected);
        });
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aReceiptIssuedInATraceKeepsItsIds(Wire wire) {
        Receipt traced = Receipt.decode(Issued.issuer(wire)
                .issue(Issued.draft(1)
                        .workflow(Issued.context("A").build())
                        .trace(TRACE)
                        .build())
                .compact());
        JsonObject stored =
                traced.extensions().object("org.peacprotocol/correlation").orElseThrow();
        assertThat(stored.string("trace_id")).contains(TRACE.traceId());
        assertThat(stored.string("span_id")).contains(TRACE.spanId());
        List<Span> spans = WorkflowSpans.tree(List.of(traced, B));
        assertThat(span(spans, "A").traceId()).isEqualTo(TRACE.traceId());
        assertThat(span(spans, "A").spanId()).isEqualTo(TRACE.spanId());
        assertThat(span(spans, "B").traceId()).isEqualTo(TRACE.traceId());
        assertThat(span(spans, "B").parentSpanId()).isEqualTo(TRACE.spanId());
    }

    @Test
    void twoStepsOfOneLiveSpanStayTwoSpans() {
        List<Span> spans = WorkflowSpans.tree(List.of(
                traced(1, Issued.context("A").build(), TRACE),
                traced(2, Issued.context("B", "A").build(), TRACE)));
        assertThat(spans).extracting(Span::spanId).doesNotHaveDuplicates().doesNotContain(TRACE.spanId());
        assertThat(spans).extracting(Span::traceId).containsOnly(TRACE.traceId());
    }

    @Test
    void aParentInAnotherTraceIsALink() {
        var elsewhere = new TraceContext("a".repeat(32), "b".repeat(16));
        List<Span> spans = WorkflowSpans.tree(List.of(
                traced(1, Issued.context("A").build(), TRACE),
                traced(2, Issued.context("B", "A").build(), elsewhere)));
        Span crossing = span(spans, "B");
        assertThat(crossing.parentSpanId()).isNull();
        assertThat(crossing.links())
                .singleElement()
                .satisfies(link -> assertThat(link.traceId()).isEqualTo(TRACE.traceId()));
    }

    @Test
    void aStoredTraceThatIsNoneIsPassedOver() {
        for (String bad : List.of("0".repeat(32), "A".repeat(32), "a".repeat(31), "")) {
            JsonObject group =
                    JsonObject.builder().put("trace_id", bad).put("span_id", 1).build();
            Receipt receipt = Issued.issuer(Wire.V0_1)
                    .issue(Issued.draft(1)
                            .workflow(Issued.context("A").build())
                            .extension("org.peacprotocol/correlation", group)
                            .build());
            assertThat(span(WorkflowSpans.tree(List.of(receipt)), "A").traceId())
                    .isEqualTo(TraceIds.traceOf(Issued.WORKFLOW));
        }
    }

    @Test
    void progressReceiptsBecomeEventsInTheOrderOfTheirChain() {
        Receipt first = sameSecond(1, Issued.context("A").build());
        Receipt second =
                sameSecond(2, Issued.context("A").prevReceiptHash(first.ref()).build());
        Receipt third =
                sameSecond(3, Issued.context("A").prevReceiptHash(second.ref()).build());
        List<Span> spans = WorkflowSpans.tree(List.of(third, first, second));
        Span span = span(spans, "A");
        assertThat(spans).hasSize(2);
        assertThat(span.attributes().string("peac.receipt_ref"))
                .contains(third.ref().toString());
        assertThat(span.events())
                .extracting(
                        event -> event.attributes().string("peac.receipt_ref").orElseThrow())
                .containsExactly(first.ref().toString(), second.ref().toString());
        assertThat(span.events()).extracting(Span.Event::name).containsOnly("peac.receipt.issued");
    }

    @Test
    void aStepLastsFromItsFirstReceiptToItsLast() {
        Receipt first = Issued.receipt(1, Issued.context("A").build());
        Receipt last = Issued.receipt(
                8, Issued.context("A").prevReceiptHash(first.ref()).build());
        Span span = span(WorkflowSpans.tree(List.of(first, last)), "A");
        assertThat(span.startNanos()).isEqualTo((Issued.TIME + 1) * SECOND);
        assertThat(span.endNanos()).isEqualTo((Issued.TIME + 8) * SECOND);
    }

    @Test
    void theSummaryGivesTheRunsTimesAndStatus() {
        List<Receipt> set = new ArrayList<>(DIAMOND);
        Receipt open = Issued.summary(30, WorkflowStatus.IN_PROGRESS, null);
        Receipt done = Issued.summary(20, WorkflowStatus.COMPLETED, null);
        set.add(open);
        assertThat(WorkflowSpans.tree(set).getFirst().status().outcome()).isEqualTo(Span.Outcome.UNSET);
        set.add(done);
        Span run = WorkflowSpans.tree(set).getFirst();
        assertThat(run.status().outcome()).isEqualTo(Span.Outcome.OK);
        assertThat(run.startNanos()).isEqualTo(Issued.TIME * SECOND);
        assertThat(run.endNanos()).isEqualTo((Issued.TIME + 20) * SECOND);
        assertThat(run.attributes().string("peac.receipt_ref"))
                .contains(done.ref().toString());
        assertThat(run.attributes().string("peac.workflow.status")).contains("completed");
    }

    @Test
    void aFailureMarksTheRunAndTheStepThatFailed() {
        var error = new WorkflowError(Issued.step("B"), "TIMEOUT", "no answer");
        List<Receipt> set = new ArrayList<>(DIAMOND);
        set.add(Issued.summary(9, WorkflowStatus.FAILED, error));
        List<Span> spans = WorkflowSpans.tree(set);
        assertThat(spans.getFirst().status()).isEqualTo(Span.Status.error("TIMEOUT: no answer"));
        assertThat(span(spans, "B").status()).isEqualTo(Span.Status.error("TIMEOUT: no answer"));
        assertThat(span(spans, "A").status()).isEqualTo(Span.Status.UNSET);
        Span cancelled = WorkflowSpans.tree(List.of(A, Issued.summary(9, WorkflowStatus.CANCELLED, null)))
                .getFirst();
        assertThat(cancelled.status()).isEqualTo(Span.Status.UNSET);
        assertThat(cancelled.attributes().string("peac.workflow.status")).contains("cancelled");
    }

    @Test
    void aStepThatFailedIsAnErrorEvenWhereTheRunWentOn() {
        List<Span> spans = WorkflowSpans.tree(
                List.of(Issued.ended(1, "A", "failed"), Issued.summary(9, WorkflowStatus.COMPLETED, null)));
        assertThat(span(spans, "A").status()).isEqualTo(Span.Status.error("TIMEOUT"));
        assertThat(spans.getFirst().status()).isEqualTo(Span.Status.OK);
        assertThat(span(WorkflowSpans.tree(List.of(Issued.ended(1, "A", "completed"))), "A")
                        .status())
                .isEqualTo(Span.Status.UNSET);
    }

    @Test
    void withheldParentsAreNotMadeUp() {
        WorkflowContext context = Issued.context("B", "A").build();
        Receipt redactable = Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(1)
                        .workflow(context)
                        .disclosure(Redactable.disclose(List.of(Issued.step("A")), new SecureRandom()))
                        .build());
        List<Span> spans = WorkflowSpans.tree(List.of(redactable));
        Span span = span(spans, "B");
        assertThat(span.parentSpanId()).isEqualTo(spans.getFirst().spanId());
        assertThat(span.attributes().get("peac.parents_withheld")).isEqualTo(JsonBool.of(true));
    }

    @Test
    void aChildRunIsLinkedToTheReceiptThatStartedIt() {
        var child = new WorkflowId("wf_" + "c".repeat(26));
        for (String reference : List.of(A.ref().toString(), A.id(), "rid:" + A.id())) {
            Receipt start = Issued.receipt(
                    7,
                    WorkflowContext.builder(child, Issued.step("S"))
                            .orchestratorReceiptRef(reference)
                            .build());
            List<Span> spans = WorkflowSpans.tree(List.of(start, A));
            Span run = spans.stream()
                    .filter(span -> span.spanId().equals(TraceIds.spanOf(child)))
                    .findFirst()
                    .orElseThrow();
            assertThat(run.links())
                    .singleElement()
                    .satisfies(link ->
                            assertThat(link.spanId()).isEqualTo(span(spans, "A").spanId()));
        }
    }

    @Test
    void timesThatNobodyCanCountAreCut() {
        Receipt far = Issued.issuer(Wire.V0_2)
                .issue(ReceiptDraft.builder(Issued.id(1), 9_007_199_254_740_991L)
                        .workflow(Issued.context("A").build())
                        .build());
        assertThat(span(WorkflowSpans.tree(List.of(far)), "A").endNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(CloudEvents.of(List.of(far)))
                .allSatisfy(event -> assertThat(event.has("time")).isFalse());
    }

    @Test
    void theEventFormHasOneSpanWithAnEventForEachReceipt() {
        List<Span> spans = WorkflowSpans.events(DIAMOND);
        assertThat(spans).singleElement().satisfies(span -> {
            assertThat(span.events()).hasSize(4).extracting(Span.Event::name).containsOnly("peac.receipt.issued");
            assertThat(span.spanId()).isEqualTo(TraceIds.spanOf(Issued.WORKFLOW));
        });
    }

    @Test
    void receiptsOfNoWorkflowAndNoReceiptsGiveNoSpans() {
        Receipt lone = Issued.issuer(Wire.V0_1).issue(Issued.draft(1).build());
        assertThat(WorkflowSpans.tree(List.of(lone))).isEmpty();
        assertThat(WorkflowSpans.tree(List.of())).isEmpty();
        assertThat(WorkflowSpans.tree(List.of(Issued.summary(9, WorkflowStatus.COMPLETED, null))))
                .hasSize(1);
    }

    @Test
    void theEnvelopeOfAReceiptIsAmongTheAttributesUnknownMembersToo() {
        JsonObject envelope = JsonObject.builder()
                .put("_ewp_version", "0")
                .put("_ewp_parent_ids", JsonArray.ofStrings(List.of("assay:r_1")))
                .put("_ewp_future_field", JsonObject.EMPTY)
                .build();
        Receipt receipt = Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(4)
                        .workflow(Issued.context("D").build())
                        .extension(EvidenceEnvelope.RECEIPT_KEY, envelope)
                        .build());
        JsonObject expected = envelope.with("_ewp_future_field", "{}");
        JsonObject step = WorkflowSpans.tree(List.of(receipt)).getLast().attributes();
        assertThat(EvidenceEnvelope.of(step).members()).isEqualTo(expected);
        JsonObject event = WorkflowSpans.events(List.of(receipt))
                .getFirst()
                .events()
                .getFirst()
                .attributes();
        assertThat(EvidenceEnvelope.of(event).members()).isEqualTo(expected);
    }

    @Test
    void everyRandomGraphBecomesATreeThatKeepsAllEdges() {
        Seeds.check(30, random -> {
            List<Receipt> receipts = new ArrayList<>();
            int edges = 0;
            for (int i = 0; i < 12; i++) {
                var parents = new LinkedHashSet<String>();
                for (int p = 0; p < i; p++) {
                    if (random.nextInt(3) == 0) {
                        parents.add(Character.toString('a' + p));
                    }
                }
                edges += Math.max(1, parents.size());
                receipts.add(Issued.receipt(
                        random.nextInt(5),
                        Issued.context(Character.toString('a' + i), parents.toArray(String[]::new))
                                .build()));
            }
            List<Span> spans = WorkflowSpans.tree(receipts);
            var ids = spans.stream().map(Span::spanId).toList();
            assertThat(ids).doesNotHaveDuplicates();
            int kept = 0;
            for (Span span : spans.subList(1, spans.size())) {
                assertThat(ids).contains(span.parentSpanId());
                kept += 1 + span.links().size();
            }
            assertThat(kept).isEqualTo(edges);
        });
    }

    private static Receipt traced(long number, WorkflowContext context, TraceContext trace) {
        return Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(number).workflow(context).trace(trace).build());
    }

    private static Receipt sameSecond(long number, WorkflowContext context) {
        return Issued.issuer(Wire.V0_1)
                .issue(ReceiptDraft.builder(Issued.id(number), Issued.TIME)
                        .workflow(context)
                        .build());
    }

    private static Span span(List<Span> spans, String step) {
        return spans.stream()
                .filter(span -> span.attributes()
                        .string("peac.step_id")
                        .filter(Issued.step(step).value()::equals)
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }
}

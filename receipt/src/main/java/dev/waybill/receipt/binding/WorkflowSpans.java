package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.SignedStep;
import dev.waybill.receipt.StepOutcome;
import dev.waybill.receipt.binding.SpanPlan.Place;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns receipts into OpenTelemetry spans: one for each workflow, and below it one for each step.
///
/// A step's first parent is its parent span; further parents, and parents in another trace, are links.
/// The result depends on the set of receipts and not on their order. Signatures are not checked here.
public final class WorkflowSpans {

    /// The name of the event that a receipt becomes.
    public static final String ISSUED = "peac.receipt.issued";

    static final String DEFAULT_SCOPE = "dev.waybill";

    private static final String WORKFLOW_NAME = "workflow";
    private static final String STEP_NAME = "step";

    private final SpanPlan plan;
    private final WorkflowReceipts workflow;

    private WorkflowSpans(SpanPlan plan, WorkflowReceipts workflow) {
        this.plan = plan;
        this.workflow = workflow;
    }

    /// The span tree. Receipts that belong to no workflow are left out.
    public static List<Span> tree(Iterable<Receipt> receipts) {
        List<WorkflowReceipts> set = WorkflowReceipts.group(receipts);
        var plan = new SpanPlan(set);
        List<Span> spans = new ArrayList<>();
        for (WorkflowReceipts workflow : set) {
            var builder = new WorkflowSpans(plan, workflow);
            spans.add(builder.workflowSpan(List.of()));
            plan.spans(workflow).forEach((place, members) -> spans.add(builder.stepSpan(place, members)));
        }
        return spans;
    }

    /// One span for each workflow, with an event for each receipt.
    public static List<Span> events(Iterable<Receipt> receipts) {
        List<WorkflowReceipts> set = WorkflowReceipts.group(receipts);
        var plan = new SpanPlan(set);
        List<Span> spans = new ArrayList<>();
        for (WorkflowReceipts workflow : set) {
            var builder = new WorkflowSpans(plan, workflow);
            spans.add(builder.workflowSpan(builder.issued(workflow.receipts())));
        }
        return spans;
    }

    private Span workflowSpan(List<Span.Event> events) {
        Place place = plan.workflow(workflow.id());
        Receipt spokesman = spokesman();
        long start = start();
        return new Span(
                place.traceId(),
                place.spanId(),
                above(place),
                WORKFLOW_NAME,
                Span.Kind.INTERNAL,
                spokesman.issuer(),
                DEFAULT_SCOPE,
                start,
                Math.max(start, end()),
                workflowAttributes(place),
                events,
                origins(),
                workflowStatus());
    }

    /// A run of Waybill hangs below its caller's span, a child below the hand-over. One that an agent is guided through
    /// inside another run's step was not handed over: it hangs below that run.
    private @Nullable String above(Place place) {
        Receipt first =
                workflow.receipts().isEmpty() ? null : workflow.receipts().getFirst();
        if (first == null || !OwnStep.isOne(first)) {
            return null;
        }
        WorkflowId parent = OwnStep.parent(first).orElse(null);
        if (parent == null) {
            return SpanPlan.stored(List.of(first)).map(Place::spanId).orElse(null);
        }
        // A trace of its own: the link to the receipt that handed over is all that there is.
        if (place.traceId().equals(TraceIds.traceOf(workflow.id()))) {
            return null;
        }
        boolean guided = workflow.receipts().stream()
                .anyMatch(receipt -> receipt.extensions().has(McpOrchestrationContext.EXTENSION_KEY));
        return guided ? TraceIds.spanOf(parent) : TraceIds.handOverTo(workflow.id());
    }

    /// Who speaks for the run: its summary, or else its first receipt.
    private Receipt spokesman() {
        Receipt summary = workflow.summary();
        return summary == null ? workflow.receipts().getFirst() : summary;
    }

    private JsonObject workflowAttributes(Place place) {
        var attributes =
                JsonObject.builder().put("peac.workflow_id", workflow.id().value());
        SummaryEvidence evidence = evidence();
        if (evidence != null) {
            attributes.put("peac.workflow.status", evidence.status().wire());
            SpanAttributes.record(attributes, spokesman());
        } else {
            attributes.put("peac.issuer", spokesman().issuer());
        }
        return attributes.put("trace.trace_id", place.traceId()).build();
    }

    /// The steps of other workflows that started this one.
    private List<Span.Link> origins() {
        return workflow.receipts().stream()
                .map(receipt -> WorkflowReceipts.contextOf(receipt).orchestratorReceiptRef())
                .filter(Objects::nonNull)
                .distinct()
                .flatMap(reference -> plan.receipt(reference).stream())
                .distinct()
                .map(place -> link(place, "orchestrator"))
                .toList();
    }

    private Span.Status workflowStatus() {
        SummaryEvidence evidence = evidence();
        return switch (evidence == null ? WorkflowStatus.IN_PROGRESS : evidence.status()) {
            case COMPLETED -> Span.Status.OK;
            case FAILED ->
                Span.Status.error(message(Objects.requireNonNull(evidence).errorContext()));
            // A run that somebody stopped is neither good nor bad; the attribute tells.
            case CANCELLED, IN_PROGRESS -> Span.Status.UNSET;
        };
    }

    private static String message(@Nullable WorkflowError error) {
        return error == null ? "failed" : error.errorCode() + ": " + error.errorMessage();
    }

    private Span stepSpan(Place place, List<Receipt> members) {
        Receipt last = members.getLast();
        WorkflowContext context = WorkflowReceipts.contextOf(last);
        List<Place> parents = parents(WorkflowReceipts.contextOf(members.getFirst()));
        boolean sameTrace = parents.getFirst().traceId().equals(place.traceId());
        return new Span(
                place.traceId(),
                place.spanId(),
                sameTrace ? parents.getFirst().spanId() : null,
                name(last, context),
                Span.Kind.INTERNAL,
                last.issuer(),
                context.framework() == null ? DEFAULT_SCOPE : context.framework(),
                nanos(members.getFirst()),
                nanos(last),
                SpanAttributes.step(last, place.traceId()),
                issued(members.subList(0, members.size() - 1)),
                Stream.concat(
                                parents.stream().skip(sameTrace ? 1 : 0).map(parent -> link(parent, "parent")),
                                SpanPlan.stored(members).stream()
                                        .filter(caller -> OwnStep.isOne(last)
                                                && !caller.traceId().equals(place.traceId()))
                                        .map(caller -> link(caller, "caller")))
                        .toList(),
                stepStatus(context.stepId(), last));
    }

    /// A root hangs below its workflow. So does a step that withholds its parents: it is somewhere in
    /// there, and an attribute says that it is not a root.
    private List<Place> parents(WorkflowContext context) {
        List<StepId> ids = context.parentStepIds();
        return ids == null || ids.isEmpty()
                ? List.of(plan.workflow(workflow.id()))
                : ids.stream().map(id -> plan.step(workflow.id(), id)).toList();
    }

    private static String name(Receipt receipt, WorkflowContext context) {
        String tool = context.toolName();
        return tool == null || tool.isEmpty() ? receipt.claims().string("type").orElse(STEP_NAME) : tool;
    }

    /// What the summary says about the step that it names is told in its words, other failures in the receipt's.
    private Span.Status stepStatus(StepId step, Receipt last) {
        if (workflow.outcome(step) != StepOutcome.FAILED) {
            return Span.Status.UNSET;
        }
        SummaryEvidence evidence = evidence();
        WorkflowError error = evidence == null ? null : evidence.errorContext();
        String code = SignedStep.of(last).errorCode();
        return Span.Status.error(
                error != null && error.failedStepId().equals(step) ? message(error) : code == null ? "failed" : code);
    }

    private List<Span.Event> issued(List<Receipt> receipts) {
        List<Span.Event> events = new ArrayList<>();
        for (Receipt receipt : receipts) {
            WorkflowContext context = WorkflowReceipts.contextOf(receipt);
            String traceId = plan.step(workflow.id(), context.stepId()).traceId();
            events.add(new Span.Event(nanos(receipt), ISSUED, SpanAttributes.step(receipt, traceId)));
        }
        return events;
    }

    private @Nullable SummaryEvidence evidence() {
        Receipt summary = workflow.summary();
        return summary == null ? null : WorkflowReceipts.summaryOf(summary).evidence();
    }

    private long start() {
        SummaryEvidence evidence = evidence();
        return evidence == null ? nanos(workflow.receipts().getFirst()) : nanos(evidence.startedAt());
    }

    private long end() {
        SummaryEvidence evidence = evidence();
        Instant completed = evidence == null ? null : evidence.completedAt();
        if (completed != null) {
            return nanos(completed);
        }
        return workflow.receipts().isEmpty()
                ? nanos(spokesman())
                : nanos(workflow.receipts().getLast());
    }

    private static Span.Link link(Place place, String relation) {
        return new Span.Link(place.traceId(), place.spanId(), SpanAttributes.link(relation));
    }

    private static long nanos(Receipt receipt) {
        return nanos(Instant.ofEpochSecond(receipt.issuedAt()));
    }

    /// OpenTelemetry counts from 1970; a receipt may claim any time, and what does not fit is cut.
    private static long nanos(Instant time) {
        long seconds = TimeUnit.SECONDS.toNanos(Math.max(0, time.getEpochSecond()));
        return seconds == Long.MAX_VALUE ? seconds : Math.max(seconds, seconds + time.getNano());
    }
}

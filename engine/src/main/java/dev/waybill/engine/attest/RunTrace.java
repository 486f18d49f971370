package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.binding.TraceIds;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a run hangs in traces: everything here follows from its header, so that a log line, a live span and an export
/// name the same ids.
///
/// @param traceId the caller's trace, else one that the correlation id names: a family of runs is one trace
/// @param workflow the run as its receipts name it
/// @param spanId the span of the run as a whole
/// @param parentSpanId the caller's span; of a child, the hand-over; null at the top
public record RunTrace(
        String traceId,
        WorkflowId workflow,
        String spanId,
        @Nullable String parentSpanId) {

    private static final String RELATION = "peac.link";

    public static RunTrace of(RunHeader header, Identities identities) {
        WorkflowId workflow = identities.workflow(header);
        String traceId = traceId(header, workflow);
        boolean own = traceId.equals(TraceIds.traceOf(workflow));
        return new RunTrace(traceId, workflow, TraceIds.spanOf(workflow), above(header, identities, own));
    }

    /// Pseudonyms that a trace id undoes are none: where receipts have them, neither the caller's trace nor the
    /// correlation id is used.
    private static String traceId(RunHeader header, WorkflowId workflow) {
        if (header.receipts().pseudonymous()) {
            return TraceIds.traceOf(workflow);
        }
        TraceContext caller = CallerTrace.of(header);
        if (caller != null) {
            return caller.traceId();
        }
        return RunEnvelope.isCarried(header) ? TraceIds.traceOf(header.correlationId()) : TraceIds.traceOf(workflow);
    }

    private static @Nullable String above(RunHeader header, Identities identities, boolean own) {
        if (own) {
            return null;
        }
        if (header.origin() instanceof Origin.Child child) {
            return header.isGuided()
                    ? TraceIds.spanOf(identities.workflow(header, child.parentWorkflowId()))
                    : TraceIds.handOverTo(identities.workflow(header));
        }
        TraceContext caller = CallerTrace.of(header);
        return caller == null ? null : caller.spanId();
    }

    /// The `traceparent` that a step of a run takes along to other systems, so that what they do hangs below it.
    public static String traceparent(RunHeader header, StepId step) {
        WorkflowId workflow = new WorkflowId(header.workflowId());
        return "00-" + traceId(header, workflow) + "-" + TraceIds.spanOf(workflow, step) + "-01";
    }

    public String step(StepId step) {
        return TraceIds.spanOf(workflow, step);
    }

    public String call(StepId step, long sequence) {
        return TraceIds.callOf(workflow, step, sequence);
    }

    /// The runs that this one comes from, where it does not hang below them.
    public List<Span.Link> origins(RunHeader header, Identities identities) {
        return switch (header.origin()) {
            case Origin.Start _, Origin.Remote _ -> List.of();
            case Origin.Fork fork -> {
                WorkflowId source = identities.workflow(header, fork.sourceWorkflowId());
                boolean shared = !traceId.equals(TraceIds.traceOf(workflow));
                yield List.of(link(shared ? traceId : TraceIds.traceOf(source), TraceIds.spanOf(source), "source"));
            }
            case Origin.Child child ->
                parentSpanId != null
                        ? List.of()
                        : List.of(link(
                                TraceIds.traceOf(identities.workflow(header, child.parentWorkflowId())),
                                TraceIds.handOverTo(workflow),
                                "orchestrator"));
        };
    }

    public static Span.Link link(String traceId, String spanId, String relation) {
        return new Span.Link(traceId, spanId, JsonObject.of(RELATION, relation));
    }
}

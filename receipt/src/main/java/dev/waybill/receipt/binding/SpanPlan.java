package dev.waybill.receipt.binding;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which trace and span id every workflow and step of an export gets.
///
/// A step takes the ids under which it ran, if its receipts stored them. Two steps that ran in one span cannot both be
/// that span, so both get derived span ids in that trace. What a run of Waybill stored is the span of its caller, under
/// which its own hang: those have the ids that [TraceIds] derives, as its live spans have.
final class SpanPlan {

    /// A trace id and a span id.
    record Place(String traceId, String spanId) {}

    private record StepKey(WorkflowId workflow, StepId step) {}

    private final Map<WorkflowId, Place> workflows = new HashMap<>();
    private final Map<StepKey, Place> steps = new HashMap<>();
    private final Map<String, Optional<Place>> receipts = new HashMap<>();

    SpanPlan(List<WorkflowReceipts> set) {
        Map<Place, Integer> claims = new HashMap<>();
        for (WorkflowReceipts workflow : set) {
            workflow.steps()
                    .values()
                    .forEach(step -> stored(step).ifPresent(place -> claims.merge(place, 1, Integer::sum)));
        }
        for (WorkflowReceipts workflow : set) {
            Place root = new Place(
                    runTrace(workflow.receipts()).orElseGet(() -> TraceIds.traceOf(correlation(workflow))),
                    TraceIds.spanOf(workflow.id()));
            workflows.put(workflow.id(), root);
            workflow.steps().forEach((step, members) -> add(workflow.id(), root, step, members, claims));
        }
    }

    private void add(WorkflowId workflow, Place root, StepId step, List<Receipt> members, Map<Place, Integer> claims) {
        Place place = stored(members)
                .filter(stored -> claims.getOrDefault(stored, 0) == 1 && !OwnStep.isOne(members.getFirst()))
                .orElseGet(() -> new Place(
                        storedTrace(members)
                                .filter(_ -> !OwnStep.isOne(members.getFirst()))
                                .orElse(root.traceId()),
                        OwnStep.handOver(members.getFirst())
                                .map(TraceIds::handOverTo)
                                .orElseGet(() -> TraceIds.spanOf(workflow, step))));
        steps.put(new StepKey(workflow, step), place);
        for (Receipt receipt : members) {
            receipts.put(receipt.ref().toString(), Optional.of(place));
            // An id that two receipts share points nowhere.
            receipts.merge(receipt.id(), Optional.of(place), (a, b) -> a.equals(b) ? a : Optional.empty());
        }
    }

    /// A run of Waybill is in the trace in which it was started; what is acknowledged in another one links to that.
    private static Optional<String> runTrace(List<Receipt> receipts) {
        boolean own = !receipts.isEmpty() && OwnStep.isOne(receipts.getFirst());
        return storedTrace(own ? receipts.subList(0, 1) : receipts);
    }

    /// What names the trace of a run that nobody traced: its correlation id, where its receipts carry one.
    private static String correlation(WorkflowReceipts workflow) {
        return workflow.receipts().stream()
                .map(OwnStep::correlation)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(workflow.id().value());
    }

    /// The receipts of a workflow by span. Both ends of a hand-over are one.
    Map<Place, List<Receipt>> spans(WorkflowReceipts workflow) {
        Map<Place, List<Receipt>> spans = new LinkedHashMap<>();
        workflow.steps()
                .forEach((step, members) -> spans.computeIfAbsent(step(workflow.id(), step), _ -> new ArrayList<>())
                        .addAll(members));
        return spans;
    }

    Place workflow(WorkflowId id) {
        Place place = workflows.get(id);
        return place == null ? new Place(TraceIds.traceOf(id), TraceIds.spanOf(id)) : place;
    }

    /// A step that is not in the set gets the ids that it would have had without stored ones.
    Place step(WorkflowId workflow, StepId step) {
        Place place = steps.get(new StepKey(workflow, step));
        return place == null ? new Place(workflow(workflow).traceId(), TraceIds.spanOf(workflow, step)) : place;
    }

    /// The step of a receipt that is named by digest, by `jti:` or `rid:` and id, or by its bare id.
    Optional<Place> receipt(String reference) {
        String bare = reference.startsWith("jti:") || reference.startsWith("rid:") ? reference.substring(4) : reference;
        return receipts.getOrDefault(bare, Optional.empty());
    }

    static Optional<Place> stored(List<Receipt> step) {
        for (Receipt receipt : step) {
            Optional<String> span = TraceIds.storedSpan(receipt);
            if (span.isPresent() && TraceIds.storedTrace(receipt).isPresent()) {
                return Optional.of(new Place(TraceIds.storedTrace(receipt).get(), span.get()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> storedTrace(List<Receipt> receipts) {
        return receipts.stream()
                .map(TraceIds::storedTrace)
                .flatMap(Optional::stream)
                .findFirst();
    }
}

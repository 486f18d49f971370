package dev.waybill.view.trace;

import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.RelatedRuns;
import dev.waybill.engine.attest.RunTrace;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.workflow.StepId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The spans of a run, as a pure function over its log: one for the run, one for each step that receipts sign for, and
/// one for each call of a model or a tool that a step reported.
///
/// A span is there as soon as its end is, however long it took: whoever commits the end, or reads it, derives the same
/// span with the same ids. A replay has none, because it repeats what was seen already.
///
/// @param identities how receipts name a run and those who work on it
/// @param service whom the spans are of
public record RunSpans(Function<RunHeader, Identities> identities, String service) {

    /// Where a run hangs.
    public RunTrace trace(RunHeader header) {
        return RunTrace.of(header, identities.apply(header));
    }

    /// The spans of a run so far, in the order in which they ended. What a fork shares is its source's.
    ///
    /// @param beginning the state before the first event
    public List<Span> of(RunState beginning, Iterable<Event> events) {
        List<Span> spans = new ArrayList<>();
        RunState state = beginning;
        for (Event event : events) {
            RunState after = Fold.evolve(state, event);
            spans.addAll(endedBy(state, event, after));
            state = after;
        }
        return spans;
    }

    /// The spans that an event ends.
    public List<Span> endedBy(RunState before, Event event, RunState after) {
        RunHeader header = after.header();
        if (header.isReplay() || event.sequence() < first(header)) {
            return List.of();
        }
        Identities names = identities.apply(header);
        SpanWriter writer = new SpanWriter(header, RunTrace.of(header, names), service);
        List<Span> spans = new ArrayList<>();
        if (event.sequence() == first(header)) {
            spans.add(writer.root(new StepId(after.rootStep()), event));
        }
        if (event.fact() instanceof AgentFact fact) {
            call(writer, before, event, fact, spans);
            return spans;
        }
        List<StepClaim> steps = new Attestation(names)
                .told(before, event, after, RelatedRuns.NONE).stream()
                        .filter(StepClaim.class::isInstance)
                        .map(StepClaim.class::cast)
                        .toList();
        StepSpans told = new StepSpans(writer, names, before, event, steps);
        steps.forEach(step -> told.of(step).ifPresent(spans::add));
        if (after.isTerminal()) {
            spans.add(writer.run(event, after, writer.trace().origins(header, names)));
        }
        return spans;
    }

    /// A model's usage and a tool's return each end a call, which its step reports together with its own outcome.
    private static void call(SpanWriter writer, RunState before, Event event, AgentFact fact, List<Span> spans) {
        Attempt attempt = before.node(fact.nodeId()).attempt();
        if (attempt == null) {
            return;
        }
        StepId step = new StepId(attempt.stepId());
        switch (fact) {
            case AgentFact.ProviderUsage usage -> spans.add(writer.model(usage, step, attempt.startedAt(), event));
            case AgentFact.AgentToolReturned returned ->
                spans.add(writer.tool(returned, step, attempt.startedAt(), event));
            case AgentFact.AgentReasoned _,
                    AgentFact.ReasoningDelta _,
                    AgentFact.AgentHandoff _,
                    AgentFact.AgentDecided _,
                    AgentFact.AgentToolCalled _,
                    AgentFact.MemoryCompacted _,
                    AgentFact.MemoryWritten _ -> {
                // They happen inside a step and take no time of their own.
            }
        }
    }

    /// The first event that is the run's own.
    private static long first(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
    }
}

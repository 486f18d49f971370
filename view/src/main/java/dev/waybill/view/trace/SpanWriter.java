package dev.waybill.view.trace;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.RunTrace;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.workflow.StepId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes the spans of one run.
///
/// No content of any kind is shown: neither inputs nor outputs, prompts or messages. Names, codes and numbers are.
record SpanWriter(RunHeader header, RunTrace trace, String service) {

    private static final String SCOPE = "dev.waybill";
    private static final String NODE = "openwop.node_id";
    private static final String ERROR_TYPE = "error.type";
    private static final String OPERATION = "gen_ai.operation.name";
    private static final String AGENT = "gen_ai.agent.id";
    private static final String FAILED = "failed";

    /// The run as a whole.
    Span run(Event end, RunState after, List<Span.Link> links) {
        RunError error = after.error();
        RunStatus outcome = Objects.requireNonNull(after.life().outcome());
        JsonObject.Builder attributes = named().put("peac.workflow.status", outcome.wire())
                .put("waybill.origin", origin())
                .put("waybill.executions", after.executions());
        related(attributes);
        if (error != null) {
            attributes.put(ERROR_TYPE, error.code());
        }
        String name = header.receipts().pseudonymous() ? "workflow" : "workflow " + header.definitionId();
        return new Draft(trace.spanId(), trace.parentSpanId(), name, header.createdAt(), end.timestamp())
                .span(this, Span.Kind.INTERNAL, carrying(attributes, end.envelope()), links, status(outcome, error));
    }

    /// A run that somebody stopped is neither good nor bad; an attribute tells.
    private static Span.Status status(RunStatus outcome, @Nullable RunError error) {
        return switch (outcome) {
            case COMPLETED -> Span.Status.OK;
            case FAILED -> Span.Status.error(error == null ? FAILED : error.code());
            default -> Span.Status.UNSET;
        };
    }

    /// The run that this one comes from, where its names are shown at all.
    private void related(JsonObject.Builder attributes) {
        if (header.receipts().pseudonymous()) {
            return;
        }
        switch (header.origin()) {
            case Origin.Child child ->
                attributes.put("openwop.parent.run_id", child.parent().value());
            case Origin.Fork fork ->
                attributes
                        .put("openwop.replay.source_run_id", fork.source().value())
                        .put("openwop.replay.from_seq", fork.sequence())
                        .put("openwop.replay.mode", fork.mode().wire());
            case Origin.Start _, Origin.Remote _ -> {
                // It comes from nowhere here.
            }
        }
    }

    private String origin() {
        return switch (header.origin()) {
            case Origin.Start _ -> "start";
            case Origin.Child _ -> "child";
            case Origin.Remote _ -> "remote";
            case Origin.Fork _ -> "fork";
        };
    }

    /// The step that opens the run.
    Span root(StepId step, Event first) {
        return new Draft(trace.step(step), trace.spanId(), "run", header.createdAt(), header.createdAt())
                .span(
                        this,
                        Span.Kind.INTERNAL,
                        carrying(named().put("peac.step_id", step.value()), first.envelope()),
                        List.of(),
                        Span.Status.UNSET);
    }

    /// A step that has ended.
    ///
    /// @param spanId the span of a hand-over has the child's name, all others the step's
    /// @param parents the spans of the steps before it, the cause first
    Span step(StepClaim claim, String spanId, List<String> parents, Instant began) {
        JsonObject details = claim.details();
        String outcome =
                details.string("outcome").or(() -> details.string("phase")).orElse("");
        String error = details.string("error_code").orElse(null);
        JsonObject.Builder attributes = named().put(
                        "peac.step_id", claim.stepId().value())
                .put("waybill.kind", details.string("kind").orElse(""))
                .putIfPresent(NODE, details.string("node").orElse(null))
                .putIfPresent("waybill.outcome", outcome.isEmpty() ? null : outcome.replace("child.", ""))
                .put("openwop.node_type", claim.toolName())
                .putIfPresent(AGENT, claim.agent());
        number(attributes, details, "ordinal");
        number(attributes, details, "attempt");
        if (details.get("attempt") instanceof JsonNumber attempt) {
            // OpenWOP counts retries.
            attributes.put("openwop.node_attempt", attempt.asInteger().orElse(1) - 1);
        }
        details.object("child")
                .flatMap(child -> child.string("workflow_id"))
                .ifPresent(child -> attributes.put("waybill.child.workflow_id", child));
        if (error != null) {
            attributes.put(ERROR_TYPE, error);
        }
        boolean failed = outcome.equals(FAILED) || outcome.equals("child.failed");
        return new Draft(
                        spanId, parents.isEmpty() ? trace.spanId() : parents.getFirst(), name(claim), began, claim.at())
                .span(
                        this,
                        Span.Kind.INTERNAL,
                        carrying(attributes, claim.envelope()),
                        links(claim, parents),
                        failed ? Span.Status.error(error == null ? FAILED : error) : Span.Status.UNSET);
    }

    /// Further parents, and the trace of a call that did not come in the run's own.
    private List<Span.Link> links(StepClaim claim, List<String> parents) {
        List<Span.Link> links = new ArrayList<>();
        parents.stream().skip(1).forEach(parent -> links.add(RunTrace.link(trace.traceId(), parent, "parent")));
        TraceContext caller = claim.trace();
        if (caller != null && !caller.traceId().equals(trace.traceId())) {
            links.add(RunTrace.link(caller.traceId(), caller.spanId(), "caller"));
        }
        return links;
    }

    private static String name(StepClaim claim) {
        return claim.details()
                .string("node")
                .map(node -> claim.toolName() + " " + node)
                .orElse(claim.toolName());
    }

    private static void number(JsonObject.Builder attributes, JsonObject details, String member) {
        JsonValue number = details.get(member);
        if (number != null) {
            attributes.put("waybill." + member, number);
        }
    }

    /// One request to a model. When exactly it was made is not recorded: it lies within its attempt.
    Span model(AgentFact.ProviderUsage usage, StepId step, Instant began, Event event) {
        JsonObject.Builder attributes = named().put(OPERATION, "chat")
                .put("gen_ai.provider.name", usage.provider())
                .put("gen_ai.request.model", usage.model())
                .put("gen_ai.usage.input_tokens", usage.inputTokens())
                .put("gen_ai.usage.output_tokens", usage.outputTokens())
                .put("waybill.cache_hit", usage.cacheHit());
        return call("chat " + usage.model(), step, began, event, Span.Kind.CLIENT, attributes, Span.Status.UNSET);
    }

    /// One call of a tool.
    Span tool(AgentFact.AgentToolReturned returned, StepId step, Instant began, Event event) {
        boolean good = returned.status() == AgentFact.ToolStatus.OK;
        RunError error = returned.error();
        String why = error == null ? returned.status().name().toLowerCase(Locale.ROOT) : error.code();
        JsonObject.Builder attributes = named().put(OPERATION, "execute_tool")
                .put("gen_ai.tool.name", returned.toolName())
                .put("gen_ai.tool.call.id", returned.callId());
        if (!header.receipts().pseudonymous()) {
            attributes.put(AGENT, returned.agentId());
        }
        if (!good) {
            attributes.put(ERROR_TYPE, why);
        }
        return call(
                "execute_tool " + returned.toolName(),
                step,
                began,
                event,
                Span.Kind.INTERNAL,
                attributes,
                good ? Span.Status.UNSET : Span.Status.error(why));
    }

    private Span call(
            String name,
            StepId step,
            Instant began,
            Event event,
            Span.Kind kind,
            JsonObject.Builder attributes,
            Span.Status status) {
        attributes.put(NODE, Objects.requireNonNull(event.nodeId()));
        return new Draft(trace.call(step, event.sequence()), trace.step(step), name, began, event.timestamp())
                .span(this, kind, carrying(attributes, event.envelope()), List.of(), status);
    }

    /// Ids of the run itself stay away where receipts have pseudonyms.
    private JsonObject.Builder named() {
        JsonObject.Builder attributes = JsonObject.builder()
                .put("peac.workflow_id", trace.workflow().value())
                .put("peac.framework", StepClaim.FRAMEWORK);
        return header.receipts().pseudonymous()
                ? attributes
                : attributes
                        .put("openwop.run_id", header.runId().value())
                        .put("openwop.tenant_id", header.tenant())
                        .put("openwop.workflow_id", header.definitionId());
    }

    private JsonObject carrying(JsonObject.Builder attributes, EvidenceEnvelope envelope) {
        if (!header.receipts().pseudonymous()) {
            envelope.attributes().members().forEach(attributes::put);
        }
        return attributes.build();
    }

    private record Draft(String spanId, @Nullable String parent, String name, Instant began, Instant ended) {

        Span span(SpanWriter writer, Span.Kind kind, JsonObject attributes, List<Span.Link> links, Span.Status status) {
            return new Span(
                    writer.trace().traceId(),
                    spanId,
                    parent,
                    name,
                    kind,
                    writer.service(),
                    SCOPE,
                    nanos(began),
                    Math.max(nanos(began), nanos(ended)),
                    attributes,
                    List.of(),
                    links,
                    status);
        }
    }

    private static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }
}

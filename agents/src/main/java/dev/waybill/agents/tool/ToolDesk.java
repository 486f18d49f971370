package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandedOver;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The one place where tools are called. Whatever stands behind a tool: who is not on the agent's list does not reach
/// it, a guard that cannot say yes says no, each call counts against one rate, and each is on one record.
public final class ToolDesk {

    /// More than this of an answer no model is shown.
    public static final int LONGEST_ANSWER = 64 * 1024;

    private final List<ToolSource> sources;
    private final ToolGuard guard;
    private final ToolRate rate;

    public ToolDesk(List<ToolSource> sources, ToolGuard guard, ToolRate rate) {
        this.sources = List.copyOf(sources);
        this.guard = guard;
        this.rate = rate;
    }

    /// The same, where one more guard has to permit each call.
    public ToolDesk behind(ToolGuard another) {
        return new ToolDesk(sources, call -> another.permits(call) && guard.permits(call), rate);
    }

    /// The same at another pace.
    public ToolDesk at(ToolRate other) {
        return new ToolDesk(sources, guard, other);
    }

    /// What came of a request for a tool.
    public sealed interface Outcome {}

    /// It is done, well or not.
    ///
    /// @param content what the model is told
    /// @param record null when the tool is none of the agent's: then nothing was called
    public record Handled(
            String content, boolean isError, @Nullable ToolRecord record) implements Outcome {}

    /// Another run has to do it first.
    ///
    /// @param call what is on the record of it so far
    public record Left(ToolRecord call, HandOverPlan plan) implements Outcome {}

    /// The tools of an allowlist that are there. Nothing else gets onto the surface, whatever a source offers.
    ///
    /// @throws Exception when a source that could have one of them cannot be asked
    public ToolSurface surface(List<String> allowlist) throws Exception {
        ToolSurface surface = new ToolSurface();
        Set<String> allowed = new LinkedHashSet<>(allowlist);
        for (ToolSource source : sources) {
            if (allowed.isEmpty()) {
                // A server that nobody needs is not started.
                return surface;
            }
            for (ToolDescriptor tool : source.among(allowed)) {
                if (allowed.remove(tool.id())) {
                    surface.add(tool, source);
                }
            }
        }
        return surface;
    }

    /// @param name as the model wrote it
    /// @param callId unique within the execution, and the same when it is repeated
    public Outcome call(ToolSurface surface, String name, String callId, JsonObject arguments, ActivityCall within)
            throws InterruptedException {
        ToolSurface.Offer offer = surface.find(name).orElse(null);
        if (offer == null) {
            return new Handled("There is no tool called " + name + " for you.", true, null);
        }
        ToolCall call = new ToolCall(offer.tool(), arguments, within.invocationId() + ":" + callId, within);
        JsonValue shown = within.withoutSecrets(arguments);
        String hash = ToolRecord.hash(shown);
        if (!isPermitted(call)) {
            RunError error = RunError.of("forbidden", "this host does not permit the call");
            return handled(offer, callId, shown, hash, ToolStatus.FORBIDDEN, null, error);
        }
        if (!rate.admits(offer.tool().id())) {
            RunError error = RunError.of("rate_limited", "this tool was called too often within a minute");
            return handled(offer, callId, shown, hash, ToolStatus.RATE_LIMITED, null, error);
        }
        String wrong = misfit(offer.tool(), arguments);
        ToolAnswer answer = wrong == null ? answer(offer, call) : ToolAnswer.failed("tool_arguments_invalid", wrong);
        return switch (answer) {
            case ToolAnswer.Given(var value) ->
                handled(offer, callId, shown, hash, ToolStatus.OK, cut(within.withoutSecrets(value)), null);
            case ToolAnswer.Failed(var error) ->
                handled(offer, callId, shown, hash, ToolStatus.ERROR, null, without(error, within));
            case ToolAnswer.Left(var plan) ->
                new Left(
                        new ToolRecord(
                                offer.tool().id(),
                                callId,
                                shown,
                                hash,
                                offer.tool().transport(),
                                ToolStatus.OK,
                                null,
                                null),
                        plan);
        };
    }

    /// The run that a call was left to is over.
    ///
    /// @param call as it was made, see [Left]
    public Handled left(ToolRecord call, HandedOver end, ActivityCall within) {
        ToolAnswer answer = sources.stream()
                .flatMap(source -> source.left(call.toolName(), end).stream())
                .findFirst()
                .orElseGet(() -> ToolAnswer.failed("tool_failed", "this host does not know the tool any more"));
        return switch (answer) {
            case ToolAnswer.Given(var value) -> {
                JsonValue outcome = cut(within.withoutSecrets(value));
                yield new Handled(told(outcome), false, call.ended(ToolStatus.OK, outcome, null));
            }
            case ToolAnswer.Failed(var error) -> {
                RunError clean = without(error, within);
                yield new Handled(told(clean), true, call.ended(ToolStatus.ERROR, null, clean));
            }
            case ToolAnswer.Left _ -> throw new IllegalStateException("a run that is over is not left again");
        };
    }

    private static RunError without(RunError error, ActivityCall within) {
        return within.withoutSecrets(error.toJson())
                .asObject()
                .map(RunError::ofJson)
                .orElse(error);
    }

    private boolean isPermitted(ToolCall call) throws InterruptedException {
        try {
            return guard.permits(call);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception _) {
            // A guard that cannot tell has not said yes.
            return false;
        }
    }

    private static @Nullable String misfit(ToolDescriptor tool, JsonObject arguments) {
        try {
            List<Violation> wrong = JsonSchema.compile(tool.input()).validate(arguments, StepBudget.usual());
            return wrong.isEmpty() ? null : "the arguments do not fit: " + wrong.getFirst();
        } catch (InvalidSchema | ExpressionException _) {
            return "the tool's own schema cannot be applied";
        }
    }

    private static ToolAnswer answer(ToolSurface.Offer offer, ToolCall call) throws InterruptedException {
        try {
            return offer.source().call(call);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return ToolAnswer.failed("tool_failed", why);
        }
    }

    private static Handled handled(
            ToolSurface.Offer offer,
            String callId,
            JsonValue inputs,
            String hash,
            ToolStatus status,
            @Nullable JsonValue outcome,
            @Nullable RunError error) {
        ToolRecord record = new ToolRecord(
                offer.tool().id(), callId, inputs, hash, offer.tool().transport(), status, outcome, error);
        return outcome == null
                ? new Handled(error == null ? "" : told(error), true, record)
                : new Handled(told(outcome), false, record);
    }

    private static String told(RunError error) {
        return error.code() + ": " + error.message();
    }

    private static String told(JsonValue outcome) {
        return outcome instanceof JsonString(var text) ? text : outcome.toString();
    }

    /// A tool may give more than anybody wants to read or keep.
    private static JsonValue cut(JsonValue value) {
        String text = value instanceof JsonString(var plain) ? plain : value.toString();
        return text.length() <= LONGEST_ANSWER
                ? value
                : new JsonString(
                        Shortened.of(text, LONGEST_ANSWER, "\n[cut: the answer has " + text.length() + " characters]"));
    }
}

package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.RunError;
import java.util.LinkedHashMap;
import java.util.Map;

/// What somebody can do about a failure of a run, by its code: the `next` that every refusal has, for what went wrong
/// on the way. A run is never changed, so most ways lead over a branch from the step that failed.
public final class Advice {

    private static final String NEXT = "next";

    private static final String AGAIN = "Branch from the step that failed to try it once more.";
    private static final String OTHERWISE =
            "Read what the step was given, fix that or the workflow, then branch from the step that failed.";

    private static final Map<String, String> KNOWN = known();

    private Advice() {}

    private static Map<String, String> known() {
        Map<String, String> next = new LinkedHashMap<>();
        next.put("rate_limited", "Wait as long as the provider asks, then branch from the step that failed.");
        next.put("model_overloaded", "Wait a little, then branch from the step that failed, or choose another model.");
        next.put("model_unreachable", "Check the provider's address and your network, then branch from the step.");
        next.put(
                "model_unauthorised", "Give the provider a key that works (agents.models), then branch from the step.");
        next.put("model_quota_exhausted", "Add credit at the provider or choose another model, then branch.");
        next.put("model_not_found", "Name a model of this host (agents.models), then branch from the step.");
        next.put("model_not_supported", "Name a model that can do this, then branch from the step that failed.");
        next.put("model_context_too_long", "Give the step less, or a model with more room, then branch from it.");
        next.put("model_timed_out", "Raise timeoutMs of the provider or the node, then branch from the step.");
        next.put("budget_exhausted", "Raise the budget, then branch from the step that failed.");
        next.put("envelope_refusal", "The model declined. Change what it is asked, then branch from the step.");
        next.put("approval_rejected", "A person said no. Change what they rejected, then branch from before the gate.");
        next.put("approval_timed_out", "Nobody answered in time. Branch from the gate to ask again.");
        next.put("node_timeout", "Raise the node's timeoutMs or give it less to do, then branch from it.");
        next.put("run_timeout", "Start the run again with a larger runTimeoutMs, or branch from its last step.");
        next.put("loop_limit_exceeded", "See why the loop never ended; raise maxLoopIterations only if it would have.");
        next.put(
                "recursion_limit_exceeded",
                "Find the workflow that calls itself; raise recursionLimit if it is meant.");
        next.put("verification_failed", "See which criteria the critic names, fix those, then branch from the step.");
        next.put("verification_unresolved", "Open the verdict that failed; the planner must resolve it or give up.");
        next.put("verifier_failed", "Open the critic's run: it ended without a verdict.");
        next.put("attestation_mismatch", "The child brought something else than was attested. Open the child run.");
        next.put("child_failed", "Open the child run: its own first failure says why.");
        next.put("child_cancelled", "Somebody cancelled the child run. Branch from here to start another.");
        next.put("egress_refused", "Allow the address on this host (egress.allow), or use another, then branch.");
        next.put("mcp_server_unavailable", "Start the MCP server or fix its entry in agents.mcp-servers, then branch.");
        next.put("mcp_tool_invalid_args", "Fix what the tool is called with; its schema is in the message.");
        next.put("replay_source_missing", "The source has no answer here. Branch instead of replaying.");
        next.put("replay_diverged_at_refusal", "The source and the replay disagree about a refusal. Compare the two.");
        next.put("activity_interrupted", "The process ended in the middle of the step. " + AGAIN);
        next.put("input_missing", "Give the input a value: branch from the step with the variable set.");
        next.put("expression_failed", "Fix the expression in the workflow, register it, and start again.");
        next.put("condition_failed", "Fix the condition in the workflow, register it, and start again.");
        return next;
    }

    public static String of(RunError error) {
        String own = error.details().string(NEXT).orElse(KNOWN.get(error.code()));
        return own != null ? own : error.retryable() ? AGAIN : OTHERWISE;
    }

    /// The details of an error with what to do next, in the place where a refusal has it.
    static JsonObject details(RunError error) {
        return error.details().has(NEXT) ? error.details() : error.details().with(NEXT, of(error));
    }
}

package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.journal.event.AgentFact;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What agents have used, as the log tells it.
///
/// @param tokens read and written
/// @param cost in dollars, as far as prices are known
/// @param calls of models
/// @param toolCalls of tools
/// @param retries attempts that followed one that had failed
public record Spent(long tokens, BigDecimal cost, long calls, long toolCalls, long retries) {

    public static final Spent NOTHING = new Spent(0, BigDecimal.ZERO, 0, 0, 0);

    /// Without retries.
    public Spent(long tokens, BigDecimal cost, long calls, long toolCalls) {
        this(tokens, cost, calls, toolCalls, 0);
    }

    public static Spent retries(long count) {
        return new Spent(0, BigDecimal.ZERO, 0, 0, count);
    }

    /// With what a fact tells.
    public Spent and(AgentFact fact) {
        return switch (fact) {
            case AgentFact.ProviderUsage usage ->
                plus(new Spent(usage.inputTokens() + usage.outputTokens(), cost(usage.costEstimateUsd()), 1, 0));
            case AgentFact.AgentToolCalled _ -> plus(new Spent(0, BigDecimal.ZERO, 0, 1));
            default -> this;
        };
    }

    public Spent plus(Spent more) {
        return new Spent(
                tokens + more.tokens,
                cost.add(more.cost),
                calls + more.calls,
                toolCalls + more.toolCalls,
                retries + more.retries);
    }

    private static BigDecimal cost(@Nullable JsonNumber estimate) {
        return estimate == null ? BigDecimal.ZERO : new BigDecimal(estimate.lexeme());
    }
}

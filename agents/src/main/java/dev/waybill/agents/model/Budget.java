package dev.waybill.agents.model;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Spent;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How much somebody may spend. What is null has no bound.
///
/// @param scope whose budget it is: `node`, `run`, `agent` or `tenant`
/// @param calls requests to models
/// @param retries attempts that follow one that has failed
public record Budget(
        String scope,
        @Nullable Long tokens,
        @Nullable BigDecimal cost,
        @Nullable Long calls,
        @Nullable Long toolCalls,
        @Nullable Long retries) {

    private static final List<String> KNOWN =
            List.of("maxTokens", "maxCostUsd", "maxCalls", "maxToolCalls", "maxRetries");

    /// @param json `{maxTokens, maxCostUsd, maxCalls, maxToolCalls, maxRetries}`, each of them optional
    public static Budget of(String scope, JsonObject json) {
        return new Budget(
                scope,
                whole(json, "maxTokens"),
                json.get("maxCostUsd") instanceof JsonNumber number ? new BigDecimal(number.lexeme()) : null,
                whole(json, "maxCalls"),
                whole(json, "maxToolCalls"),
                whole(json, "maxRetries"));
    }

    /// The members of a budget that this host does not enforce; ignored, they would promise what nobody keeps.
    public static List<String> unknown(JsonObject json) {
        return json.names().stream()
                .filter(name -> !KNOWN.contains(name))
                .map(name -> "configurable.budget.%s is unknown; expected one of %s".formatted(name, KNOWN))
                .toList();
    }

    private static @Nullable Long whole(JsonObject json, String name) {
        return json.get(name) instanceof JsonNumber number && number.asInteger().isPresent()
                ? number.asInteger().getAsLong()
                : null;
    }

    /// @throws BudgetSpent when there is nothing left for another request
    void requireRoom(Spent before) {
        if (retries != null && before.retries() > retries) {
            throw spent("budget-retries", "retries", JsonNumber.of(retries), JsonNumber.of(before.retries()));
        }
        if (calls != null && before.calls() >= calls) {
            throw spent("envelopes", "requests to models", JsonNumber.of(calls), JsonNumber.of(before.calls() + 1));
        }
        if (tokens != null && before.tokens() >= tokens) {
            throw spent("budget-tokens", "tokens", JsonNumber.of(tokens), JsonNumber.of(before.tokens() + 1));
        }
    }

    /// @throws BudgetSpent when more was used than allowed
    void require(Spent used) {
        if (tokens != null && used.tokens() > tokens) {
            throw spent("budget-tokens", "tokens", JsonNumber.of(tokens), JsonNumber.of(used.tokens()));
        }
        if (cost != null && used.cost().compareTo(cost) > 0) {
            throw spent("budget-cost", "dollars", number(cost), number(used.cost()));
        }
        if (toolCalls != null && used.toolCalls() > toolCalls) {
            throw spent(
                    "budget-tool-calls", "calls of tools", JsonNumber.of(toolCalls), JsonNumber.of(used.toolCalls()));
        }
    }

    static JsonNumber number(BigDecimal amount) {
        BigDecimal shortest = amount.stripTrailingZeros();
        return new JsonNumber((shortest.scale() < 0 ? shortest.setScale(0) : shortest).toPlainString());
    }

    private BudgetSpent spent(String kind, String what, JsonNumber limit, JsonNumber observed) {
        return new BudgetSpent(NodeResult.overCap(
                BudgetSpent.CODE,
                "the budget of the %s is used up: at most %s %s, found %s".formatted(scope, limit, what, observed),
                kind,
                scope,
                limit,
                observed));
    }
}

package dev.waybill.agents.model.config;

import dev.waybill.agents.model.Budget;
import dev.waybill.agents.model.Purse;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.Spent;
import dev.waybill.workflow.AgentRef;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How much may be spent: by a node (its `budget`), by a run (`configurable.budget`, and the operator's), by an agent
/// within a run, and by a tenant within a day.
///
/// Runs and agents are counted from the log. A tenant's day is counted by this process alone, from its start on:
/// several processes allow a tenant as many budgets.
public final class Budgets {

    static final String MEMBER = "budgets";

    private static final String RUN = "run";
    private static final String AGENT = "agent";
    private static final String TENANT = "tenant";
    private static final Set<String> SCOPES = Set.of(RUN, AGENT, TENANT);
    private static final Set<String> BOUNDS =
            Set.of("maxTokens", "maxCostUsd", "maxCalls", "maxToolCalls", "maxRetries");

    private final JsonObject config;
    private final InstantSource clock;
    private final Map<Day, Spent> days = new ConcurrentHashMap<>();

    private record Day(String tenant, LocalDate day) {}

    Budgets(JsonObject config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
    }

    static Budgets read(@Nullable JsonValue written) {
        JsonObject config = written == null
                ? JsonObject.EMPTY
                : written.asObject().orElseThrow(() -> new BadModels(MEMBER, "expected an object"));
        config.members().forEach((scope, bounds) -> check(scope, bounds));
        return new Budgets(config, InstantSource.system());
    }

    private static void check(String scope, JsonValue bounds) {
        if (!SCOPES.contains(scope)) {
            throw new BadModels(MEMBER, "expected run, agent or tenant, found \"%s\"".formatted(scope));
        }
        JsonObject each = bounds.asObject()
                .orElseThrow(() -> new BadModels(MEMBER + "." + scope, "expected an object with bounds"));
        for (String name : each.names()) {
            if (!BOUNDS.contains(name)) {
                throw new BadModels(
                        MEMBER + "." + scope,
                        "expected one of %s, found \"%s\""
                                .formatted(BOUNDS.stream().sorted().toList(), name));
            }
        }
    }

    /// What one execution may spend from.
    public Purse of(ActivityCall call) {
        List<Purse.Slot> slots = new ArrayList<>();
        NodeCall node = call.node();
        node.config()
                .object("budget")
                .ifPresent(own ->
                        slots.add(new Purse.Slot(Budget.of("node", own), () -> Spent.retries(node.attempt() - 1L))));
        Spent byRun = call.spent(null);
        node.configurable()
                .object("budget")
                .ifPresent(asked -> slots.add(new Purse.Slot(Budget.of(RUN, asked), () -> byRun)));
        config.object(RUN).ifPresent(ours -> slots.add(new Purse.Slot(Budget.of(RUN, ours), () -> byRun)));
        AgentRef agent = node.node().agent();
        if (agent != null) {
            Spent byAgent = call.spent(agent.agentId());
            config.object(AGENT).ifPresent(ours -> slots.add(new Purse.Slot(Budget.of(AGENT, ours), () -> byAgent)));
        }
        Day day = new Day(call.tenant(), LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
        config.object(TENANT)
                .ifPresent(ours -> slots.add(
                        new Purse.Slot(Budget.of(TENANT, ours), () -> days.getOrDefault(day, Spent.NOTHING))));
        boolean counts = config.has(TENANT);
        if (counts && node.attempt() > 1) {
            days.merge(day, Spent.retries(1), Spent::plus);
        }
        return new Purse() {
            @Override
            public List<Slot> slots() {
                return slots;
            }

            @Override
            public void take(Spent more) {
                if (counts) {
                    days.merge(day, more, Spent::plus);
                    days.keySet().removeIf(each -> each.day().isBefore(day.day()));
                }
            }
        };
    }
}

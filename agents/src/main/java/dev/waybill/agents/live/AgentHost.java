package dev.waybill.agents.live;

import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Purse;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What agents of this host work with.
///
/// @param agents those of the packs
/// @param models who answers for a class of models
/// @param tools the one place where tools are called
/// @param limits how far one call of an agent may go here
public record AgentHost(Supplier<AgentRegistry> agents, Picking models, ToolDesk tools, AgentLimits limits) {

    /// With the limits that a host has whose operator says nothing.
    public AgentHost(Supplier<AgentRegistry> agents, Picking models, ToolDesk tools) {
        this(agents, models, tools, AgentLimits.MOST);
    }

    AgentHost within(AgentLimits others) {
        return new AgentHost(agents, models, tools, others);
    }

    /// Says which model is meant.
    public interface Picking {

        /// @param modelClass such as `reasoning`
        /// @param configurable what whoever started the run set for it, which wins
        /// @throws dev.waybill.agents.model.config.NoSuchModel when nobody answers for it
        ModelChoice forClass(String modelClass, JsonObject configurable);

        /// @param provider null when only the model is named
        /// @throws dev.waybill.agents.model.config.NoSuchModel when there is none
        ModelChoice named(@Nullable String provider, @Nullable String model, JsonObject configurable);

        /// The requests of one execution, under the budgets that hold for it.
        ///
        /// @param requests how many it has made before
        default ModelSession session(ActivityCall call, int requests) {
            return new ModelSession(call, Purse.OPEN, requests);
        }
    }
}

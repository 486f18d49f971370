package dev.waybill.agents.live;

import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.config.Models;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The models that the operator configured.
///
/// @param models read when an agent is at work for the first time: a command that asks no model needs no sound list
record ConfiguredModels(Supplier<Models> models) implements AgentHost.Picking {

    @Override
    public ModelChoice forClass(String modelClass, JsonObject configurable) {
        return Models.isOverridden(configurable)
                ? models.get().choose(null, null, configurable)
                : models.get().ofClass(modelClass);
    }

    @Override
    public ModelChoice named(@Nullable String provider, @Nullable String model, JsonObject configurable) {
        return models.get().choose(provider, model, configurable);
    }

    @Override
    public ModelSession session(ActivityCall call, int requests) {
        return new ModelSession(call, models.get().budgets().of(call), requests);
    }
}

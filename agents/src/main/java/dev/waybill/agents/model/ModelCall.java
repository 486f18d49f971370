package dev.waybill.agents.model;

import dev.waybill.engine.node.ActivityCall;

/// On whose behalf a model is asked.
///
/// @param activity the execution that asks: its deadline and its cancellation are the request's
/// @param listener hears the answer while it is made
/// @param number how many requests this execution has made before
public record ModelCall(ActivityCall activity, ModelListener listener, int number) {

    public ModelCall(ActivityCall activity) {
        this(activity, ModelListener.NONE, 0);
    }
}

package dev.waybill.engine.node;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// One execution of an activity.
public interface ActivityCall {

    /// Node, inputs, configuration, answers: everything the work may depend on.
    NodeCall node();

    /// The same for every repetition of this execution: an idempotency key for other systems.
    String invocationId();

    /// Tells how far the work is. Where the definition asks for it, a receipt is issued for it.
    void progress(String message, @Nullable JsonValue progress);
}

package dev.waybill.runtime;

import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;

/// Executes an activity and turns whatever happens into an outcome.
final class Activities {

    private Activities() {}

    static NodeResult execute(Activity activity, LiveCall call) {
        try {
            NodeResult result = activity.execute(call);
            return result == null
                    ? NodeResult.failed("activity_failed", activity.typeId() + " gave no result")
                    : ResolvedSecrets.without(result);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new NodeResult.Failed(RunError.retryable("activity_interrupted", "the activity was interrupted"));
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
            String why = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
            return new NodeResult.Failed(RunError.retryable("activity_failed", ResolvedSecrets.without(why)));
        }
    }
}

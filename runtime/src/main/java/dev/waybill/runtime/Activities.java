package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Executes an activity and turns whatever happens into an outcome.
final class Activities {

    private Activities() {}

    static NodeResult execute(
            Activity activity,
            RunState state,
            Effect.Execute effect,
            BiConsumer<String, @Nullable JsonValue> progress) {
        try {
            NodeResult result = activity.execute(call(activity, state, effect, progress));
            return Objects.requireNonNullElseGet(
                    result, () -> NodeResult.failed("activity_failed", activity.typeId() + " gave no result"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new NodeResult.Failed(RunError.retryable("activity_interrupted", "the activity was interrupted"));
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
            String why = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
            return new NodeResult.Failed(RunError.retryable("activity_failed", why));
        }
    }

    private static ActivityCall call(
            Activity activity,
            RunState state,
            Effect.Execute effect,
            BiConsumer<String, @Nullable JsonValue> progress) {
        WorkflowNode node = state.definition(effect.nodeId());
        NodeCall call = new NodeCall(
                node,
                effect.ordinal(),
                effect.attempt(),
                effect.inputs(),
                new JsonObject(state.variables()),
                state.node(effect.nodeId()).said(),
                state.clock());
        String invocation = InvocationIds.of(state.header(), effect.nodeId(), effect.ordinal(), activity.typeId());
        return new ActivityCall() {
            @Override
            public NodeCall node() {
                return call;
            }

            @Override
            public String invocationId() {
                return invocation;
            }

            @Override
            public void progress(String message, @Nullable JsonValue value) {
                progress.accept(message, value);
            }
        };
    }
}

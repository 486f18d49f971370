package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.Recheck;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.Rechecked;
import dev.waybill.engine.node.Rerun;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.NodeFact.NodeProgressed;
import dev.waybill.journal.store.Fence;
import dev.waybill.runtime.live.LiveFrames;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Asks activities of this host that say they may be asked twice. What they report meanwhile is nobody's.
record LiveRecheck(NodeTypes types, StoredInputs inputs, Outgoing outgoing, InstantSource clock) implements Recheck {

    /// Nothing of it is written down.
    private static final LiveCall.Recorder NOBODY = new LiveCall.Recorder() {
        @Override
        public void record(NodeProgressed progress, JsonObject kept) {}

        @Override
        public List<JsonObject> kept() {
            return List.of();
        }

        @Override
        public List<JsonValue> told(String type) {
            return List.of();
        }
    };

    @Override
    public Optional<Boolean> isRefusedNow(RunState state, String nodeId) {
        Activity activity = types.activity(state.definition(nodeId)).orElse(null);
        return activity instanceof Rechecked rechecked
                ? asked(activity, state, nodeId, rechecked::isRefusedNow)
                : Optional.empty();
    }

    @Override
    public Optional<JsonObject> again(RunState state, String nodeId) {
        Activity activity = types.activity(state.definition(nodeId)).orElse(null);
        return activity instanceof Rerun rerun ? asked(activity, state, nodeId, rerun::again) : Optional.empty();
    }

    private interface Asking<T> {
        Optional<T> of(ActivityCall call) throws Exception;
    }

    private <T> Optional<T> asked(Activity activity, RunState state, String nodeId, Asking<T> asking) {
        return Effect.pending(state).stream()
                .flatMap(effect -> effect instanceof Effect.Execute execute
                                && execute.nodeId().equals(nodeId)
                        ? Stream.of(execute)
                        : Stream.empty())
                .findFirst()
                .flatMap(execute -> ask(asking, new Errand(state, Fence.HEAD_ONLY, execute, activity, (_, _) -> {})));
    }

    private <T> Optional<T> ask(Asking<T> asking, Errand errand) {
        try {
            return asking.of(new LiveCall(errand, new LiveFrames(), inputs, outgoing, clock, NOBODY));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (Exception _) {
            // Who cannot be asked again has said nothing new.
            return Optional.empty();
        }
    }
}

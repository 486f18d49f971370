package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import java.util.ArrayList;
import java.util.List;

/// Something to do outside. Effects are derived from the folded state, never remembered: a process that starts
/// again finds them again.
public sealed interface Effect {

    String nodeId();

    /// Execute an activity.
    record Execute(String nodeId, int ordinal, int attempt, JsonObject inputs) implements Effect {}

    /// Create the child that a node hands over to.
    ///
    /// @param sensitive the inputs that come from something sensitive
    record CreateChild(
            String nodeId, int ordinal, String childRunId, HandOverPlan plan, JsonObject inputs, List<String> sensitive)
            implements Effect {
        public CreateChild {
            sensitive = List.copyOf(sensitive);
        }
    }

    /// See whether a child has ended.
    record WatchChild(String nodeId, String childRunId) implements Effect {}

    /// The run is ending and takes its child along.
    ///
    /// @param cause the event that began the end
    record CancelChild(String nodeId, String childRunId, String cause) implements Effect {}

    static List<Effect> pending(RunState state) {
        List<Effect> effects = new ArrayList<>();
        if (state.isTerminal() || state.phase() == Phase.UNBORN) {
            return effects;
        }
        for (NodeState node : state.nodes().values()) {
            switch (node.occupation()) {
                case Occupation.Working _ when SupervisorTurn.isDecided(state, node) -> {
                    // It has only to end: asked again, it could decide otherwise.
                }
                case Occupation.Working working ->
                    effects.add(new Execute(
                            node.id(),
                            node.ordinal(),
                            working.attempt().number(),
                            working.attempt().inputs()));
                case Occupation.HandingOver handing -> handOver(state, node, handing, effects);
                case Occupation.Idle _, Occupation.Delaying _, Occupation.Retrying _, Occupation.Asking _ -> {
                    // Waiting is state, not work.
                }
            }
        }
        return effects;
    }

    private static void handOver(RunState state, NodeState node, Occupation.HandingOver handing, List<Effect> effects) {
        Ending ending = state.ending();
        for (HandOver handOver : handing.all().toList()) {
            String child = handOver.childRunId();
            if (handOver.isAwaited()) {
                effects.add(
                        ending != null && handOver.isHeld()
                                ? new CancelChild(
                                        node.id(), child, ending.event().id())
                                : new WatchChild(node.id(), child));
            } else if (handOver.isDispatching() && ending == null && state.phase() != Phase.PAUSED) {
                effects.add(
                        handOver.isCritic()
                                ? critic(state, node, handing, handOver)
                                : new CreateChild(
                                        node.id(),
                                        node.ordinal(),
                                        child,
                                        handOver.plan(),
                                        handOver.plan().inputs(handing.attempt().inputs(), state.variables()),
                                        sensitive(state, node.id(), handOver.plan())));
            }
        }
    }

    /// A critic is given what there is to look at, and nothing else.
    private static Effect critic(RunState state, NodeState node, Occupation.HandingOver handing, HandOver handOver) {
        return new CreateChild(
                node.id(),
                node.ordinal(),
                handOver.childRunId(),
                handOver.plan(),
                handOver.plan().given(),
                Reviews.sensitive(state, node.id(), handing.handOvers().get(handOver.index())));
    }

    private static List<String> sensitive(RunState state, String nodeId, HandOverPlan plan) {
        List<String> sensitive = new ArrayList<>(Sensitive.inputs(state, state.definition(nodeId)));
        plan.inputs().forEach((child, parent) -> {
            sensitive.remove(child);
            if (PublicView.hides(state, parent)) {
                sensitive.add(child);
            }
        });
        return sensitive;
    }
}

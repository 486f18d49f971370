package dev.waybill.engine.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An agent that acknowledges steps, and looks after every move that the delta says the same as the state.
final class Walker {

    private final GuidedWorkflow workflow;
    private final List<String> keys = new ArrayList<>();
    private GuidedState state = GuidedState.UNBORN;

    Walker(GuidedWorkflow workflow, String context) {
        this.workflow = workflow;
        took(Navigator.first(workflow, Flows.json(context)));
    }

    /// Acknowledges the pending step with `{"context": …, "output": …}`.
    Walker then(String request) {
        took(Navigator.next(workflow, state, payload(request)));
        return this;
    }

    /// Acknowledges so many steps without a word.
    Walker then(int steps) {
        for (int i = 0; i < steps; i++) {
            then("{}");
        }
        return this;
    }

    Walker toTheEnd() {
        while (!state.isComplete()) {
            then("{}");
        }
        return this;
    }

    /// Expects that there is no way on, and why.
    Blocker stuck(String request) {
        return stuck(Navigator.next(workflow, state, payload(request)));
    }

    static Blocker stuck(Navigation navigation) {
        assertThat(navigation).isInstanceOf(Navigation.Stuck.class);
        return ((Navigation.Stuck) navigation).blocker();
    }

    /// The keys of all steps that were pending, the pending one last.
    List<String> keys() {
        return keys;
    }

    Optional<Pending> pending() {
        return Rendering.pending(workflow, state);
    }

    GuidedState state() {
        return state;
    }

    static Payload payload(String request) {
        return payload(Flows.json(request));
    }

    static Payload payload(JsonObject request) {
        PayloadRead read = Payload.read(request);
        assertThat(read).isInstanceOf(PayloadRead.Accepted.class);
        return ((PayloadRead.Accepted) read).payload();
    }

    private void took(Navigation navigation) {
        assertThat(navigation).isInstanceOf(Navigation.Moved.class);
        var moved = (Navigation.Moved) navigation;
        Delta stored = Delta.read(moved.delta().toJson());
        assertThat(stored).isEqualTo(moved.delta());
        assertThat(GuidedState.read(state.toJson()).apply(stored)).isEqualTo(moved.state());
        assertThat(GuidedState.read(moved.state().toJson())).isEqualTo(moved.state());
        state = moved.state();
        state.key().ifPresent(key -> keys.add(key.toString()));
    }
}

package dev.waybill.engine.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.Jcs;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever a workflow and a request hold, the answer is a value, and deltas lead where the walk led.
class RandomFlowsTest {

    private static final int MOST_STEPS = 60;

    private int moves;
    private int blocks;
    private int rounds;
    private int ends;

    @Test
    void foldingTheDeltasGivesTheStateThatWasWalked() {
        Seeds.check(400, random -> walk(new RandomFlows(random)));

        assertThat(moves).isGreaterThan(1_000);
        assertThat(blocks).isGreaterThan(500);
        assertThat(rounds).isGreaterThan(300);
        assertThat(ends).isGreaterThan(100);
    }

    private void walk(RandomFlows flows) {
        GuidedWorkflow workflow = flows.flow();
        assertThat(Preview.of(workflow)).isNotNull();
        List<Delta> deltas = new ArrayList<>();
        if (!(Navigator.first(workflow, flows.start()) instanceof Navigation.Moved first)) {
            blocks++;
            return;
        }
        deltas.add(first.delta());
        GuidedState state = first.state();
        for (int i = 0; i < MOST_STEPS && !state.isComplete(); i++) {
            state = step(workflow, state, flows, deltas);
            assertThat(GuidedState.UNBORN.applyAll(deltas)).isEqualTo(state);
            assertThat(GuidedState.read(state.toJson())).isEqualTo(state);
        }
        ends += state.isComplete() ? 1 : 0;
    }

    private GuidedState step(GuidedWorkflow workflow, GuidedState state, RandomFlows flows, List<Delta> deltas) {
        assertThat(Rendering.pending(workflow, state)).isPresent();
        Payload payload = payload(flows);
        List<Blocker> blockers = Acknowledgement.check(workflow, state, payload);
        assertThat(blockers).hasSizeLessThanOrEqualTo(Blocker.MOST);
        blockers.forEach(blocker -> assertThat(Jcs.canonical(blocker.toJson())).hasSizeLessThan(5_000));
        blocks += blockers.isEmpty() ? 0 : 1;
        if (!(Navigator.next(workflow, state, payload) instanceof Navigation.Moved moved)) {
            blocks++;
            return state;
        }
        moves++;
        rounds += moved.state().loops().stream().anyMatch(frame -> frame.iteration() > 0) ? 1 : 0;
        Delta stored = Delta.read(moved.delta().toJson());
        assertThat(stored).isEqualTo(moved.delta());
        deltas.add(stored);
        return moved.state();
    }

    private Payload payload(RandomFlows flows) {
        return switch (Payload.read(flows.request())) {
            case PayloadRead.Accepted accepted -> accepted.payload();
            case PayloadRead.Refused refused -> {
                assertThat(refused.problems()).isNotEmpty();
                blocks++;
                yield Payload.EMPTY;
            }
        };
    }
}

package dev.waybill.runtime.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/// Turns of several tenants, with an executor that the test plays.
class TurnQueueTest {

    private final Queue<Runnable> begun = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final TurnQueue queue = new TurnQueue(begun::add);

    private void fanOut(String tenant, int turns) {
        for (int i = 0; i < turns; i++) {
            queue.execute(tenant, () -> done.add(tenant));
        }
    }

    private void work() {
        while (!begun.isEmpty()) {
            begun.remove().run();
        }
    }

    @Test
    void aTurnOfAnotherTenantBeginsAtOnceBehindThousands() {
        fanOut("evil", 10_000);
        assertThat(begun).hasSize(TurnQueue.BY_TENANT);
        fanOut("acme", 1);
        assertThat(begun).hasSize(TurnQueue.BY_TENANT + 1);
        assertThat(queue.waiting()).isEqualTo(10_000 - TurnQueue.BY_TENANT);
    }

    @Test
    void placesThatBecomeFreeGoToTheTenantWithTheFewestAtWork() {
        fanOut("evil", 10_000);
        fanOut("acme", 100);
        assertThat(begun).hasSize(TurnQueue.PLACES);
        work();
        assertThat(done).hasSize(10_100);
        assertThat(done.lastIndexOf("acme")).as("two tenants share the places").isLessThan(300);
    }

    @Test
    void everyTurnIsDoneOnceAndNothingIsKeptOfThoseThatAreOver() {
        for (int tenant = 0; tenant < 200; tenant++) {
            fanOut("t" + tenant, 7);
        }
        work();
        assertThat(done).hasSize(1_400);
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aTurnThatFailsGivesItsPlaceBack() {
        for (int i = 0; i < TurnQueue.BY_TENANT; i++) {
            queue.execute("acme", () -> {
                throw new IllegalStateException("no");
            });
        }
        fanOut("acme", 1);
        while (!begun.isEmpty()) {
            try {
                begun.remove().run();
            } catch (IllegalStateException _) {
                // As a thread would end.
            }
        }
        assertThat(done).containsExactly("acme");
    }

    @Test
    void aProcessThatEndsTellsWhoeverBringsATurn() {
        TurnQueue ended = new TurnQueue(_ -> {
            throw new RejectedExecutionException("ended");
        });
        assertThatThrownBy(() -> ended.execute("acme", () -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}

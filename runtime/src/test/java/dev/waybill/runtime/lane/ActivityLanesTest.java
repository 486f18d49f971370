package dev.waybill.runtime.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityLanesTest {

    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    private final List<String> begun = new ArrayList<>();
    private Instant now = NOON;

    private final class Task implements ActivityLanes.Job {
        private final ActivityKind kind;
        private final String tenant;
        private final String name;

        private Task(ActivityKind kind, String tenant, String name) {
            this.kind = kind;
            this.tenant = tenant;
            this.name = name;
        }

        @Override
        public ActivityKind kind() {
            return kind;
        }

        @Override
        public String tenant() {
            return tenant;
        }

        @Override
        public void perform(boolean waited) {
            begun.add(name);
        }
    }

    private ActivityLanes lanes(ActivityLimits limits) {
        return new ActivityLanes(limits, Runnable::run, () -> now);
    }

    private Task enter(ActivityLanes lanes, ActivityKind kind, String tenant, String name) {
        Task task = new Task(kind, tenant, name);
        lanes.enter(task);
        return task;
    }

    @Test
    void aKindHasItsLimitAndTakesNothingFromAnother() {
        ActivityLanes lanes =
                lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1).with(ActivityKind.TOOL, 2));
        for (int i = 1; i <= 3; i++) {
            enter(lanes, ActivityKind.MODEL, "acme", "model " + i);
            enter(lanes, ActivityKind.TOOL, "acme", "tool " + i);
        }
        assertThat(begun).containsExactly("model 1", "tool 1", "tool 2");
    }

    @Test
    void aTenantIsServedInTheOrderInWhichItAsked() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1));
        Task first = enter(lanes, ActivityKind.MODEL, "acme", "1");
        Task second = enter(lanes, ActivityKind.MODEL, "acme", "2");
        enter(lanes, ActivityKind.MODEL, "acme", "3");
        lanes.leave(first);
        lanes.leave(second);
        assertThat(begun).containsExactly("1", "2", "3");
    }

    @Test
    void aThousandOfOneTenantDoNotStarveOneOfAnother() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 2));
        Task first = enter(lanes, ActivityKind.MODEL, "many", "many");
        for (int i = 0; i < 1_000; i++) {
            enter(lanes, ActivityKind.MODEL, "many", "many");
        }
        enter(lanes, ActivityKind.MODEL, "one", "one");
        lanes.leave(first);
        assertThat(begun).containsExactly("many", "many", "one");
    }

    @Test
    void tenantsThatHaveEquallyManyAtWorkTakeTurns() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1));
        List<Task> tasks = new ArrayList<>();
        for (String tenant : List.of("a", "a", "b", "b", "c", "c")) {
            tasks.add(enter(lanes, ActivityKind.MODEL, tenant, tenant));
        }
        for (int i = 0; i < 5; i++) {
            String atWork = begun.getLast();
            lanes.leave(tasks.stream()
                    .filter(task -> task.name.equals(atWork))
                    .findFirst()
                    .orElseThrow());
        }
        assertThat(begun).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void aTenantHasALimitOverAllKinds() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.withTenant(2));
        Task first = enter(lanes, ActivityKind.MODEL, "acme", "model");
        enter(lanes, ActivityKind.TOOL, "acme", "tool");
        enter(lanes, ActivityKind.HTTP, "acme", "http");
        enter(lanes, ActivityKind.HTTP, "other", "other's");
        assertThat(begun).containsExactly("model", "tool", "other's");
        lanes.leave(first);
        assertThat(begun).containsExactly("model", "tool", "other's", "http");
    }

    @Test
    void whoLeavesTheLineIsNeverServed() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1));
        Task first = enter(lanes, ActivityKind.MODEL, "acme", "1");
        Task second = enter(lanes, ActivityKind.MODEL, "acme", "2");
        enter(lanes, ActivityKind.MODEL, "acme", "3");
        assertThat(lanes.withdraw(first)).isFalse();
        assertThat(lanes.withdraw(second)).isTrue();
        lanes.leave(first);
        assertThat(begun).containsExactly("1", "3");
    }

    @Test
    void nothingBeginsOnceTheLanesAreClosed() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1));
        Task first = enter(lanes, ActivityKind.MODEL, "acme", "1");
        enter(lanes, ActivityKind.MODEL, "acme", "2");
        lanes.close();
        lanes.leave(first);
        enter(lanes, ActivityKind.TOOL, "acme", "3");
        assertThat(begun).containsExactly("1");
    }

    @Test
    void whatWaitsAndWhatWorksIsReported() {
        ActivityLanes lanes = lanes(ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 1));
        enter(lanes, ActivityKind.MODEL, "acme", "1");
        now = NOON.plusSeconds(1);
        Task longest = enter(lanes, ActivityKind.MODEL, "globex", "2");
        now = NOON.plusSeconds(2);
        enter(lanes, ActivityKind.MODEL, "acme", "3");
        assertThat(lanes.report().kinds())
                .contains(new LaneReport.OfKind(ActivityKind.MODEL, 1, 1, 2, NOON.plusSeconds(1)))
                .contains(new LaneReport.OfKind(ActivityKind.OTHER, 256, 0, 0, null));
        assertThat(lanes.report().tenants())
                .containsExactly(new LaneReport.OfTenant("acme", 1, 1), new LaneReport.OfTenant("globex", 0, 1));
        assertThat(LaneReport.ofJson(lanes.report().toJson())).contains(lanes.report());
        lanes.withdraw(longest);
        assertThat(lanes.report().tenants()).containsExactly(new LaneReport.OfTenant("acme", 1, 1));
    }

    @Test
    void whatIsNoReportIsNotReadAsOne() {
        assertThat(LaneReport.ofJson(JsonObject.EMPTY)).isEmpty();
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> ActivityLimits.DEFAULT.with(ActivityKind.MODEL, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActivityLimits.DEFAULT.withTenant(0)).isInstanceOf(IllegalArgumentException.class);
    }
}

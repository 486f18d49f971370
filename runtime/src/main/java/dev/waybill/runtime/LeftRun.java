package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run that nobody works on, because every process that looked at it lacks something that it needs.
///
/// @param why what was missing where it was looked at last
public record LeftRun(RunId run, String why) {

    static final String MEMBER = "left";

    private static final String RUN = "runId";
    private static final String WHY = "waitsFor";

    JsonObject toJson() {
        return JsonObject.of(RUN, run.value()).with(WHY, why);
    }

    /// Those of a store, as the heartbeats of living processes tell of them.
    public static List<LeftRun> of(RunStore store, Instant now, Duration lease) {
        Map<RunId, LeftRun> left = new LinkedHashMap<>();
        for (LiveProcess process : store.processes(now, lease)) {
            process.status().array(MEMBER).orElse(JsonArray.EMPTY).items().stream()
                    .flatMap(item -> item.asObject().stream())
                    .map(item -> new LeftRun(
                            new RunId(item.string(RUN).orElseThrow()),
                            item.string(WHY).orElse("")))
                    .forEach(each -> left.put(each.run(), each));
        }
        left.keySet().removeIf(run -> store.run(run).filter(LeftRun::waits).isEmpty());
        return List.copyOf(left.values());
    }

    private static boolean waits(StoredRun run) {
        boolean unowned = run.owner() == null || run.owner().equals(Ownership.NOBODY);
        return unowned && !run.projection().status().isTerminal();
    }
}

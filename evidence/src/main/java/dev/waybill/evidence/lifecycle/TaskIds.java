package dev.waybill.evidence.lifecycle;

import dev.waybill.evidence.task.MeshIds;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;

/// The names of tasks, attempts and episodes that follow from runs: whoever looks again finds the same.
final class TaskIds {

    private TaskIds() {}

    static String task(RunId root) {
        return MeshIds.of("task:" + root).task();
    }

    static String attempt(RunId run) {
        return MeshIds.of("attempt:" + run).attempt();
    }

    static String episode(RunHeader root) {
        return MeshIds.of("episode:" + root.runId()).episode(root.createdAt());
    }
}

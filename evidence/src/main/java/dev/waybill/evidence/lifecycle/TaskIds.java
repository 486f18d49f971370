package dev.waybill.evidence.lifecycle;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Ids in the formats of the protocol's appendix that follow from runs: whoever looks again finds the same.
final class TaskIds {

    private static final HexFormat HEX = HexFormat.of();
    private static final int SHORT = 12;

    private TaskIds() {}

    static String task(RunId root) {
        return "task_" + hex("task", root);
    }

    static String attempt(RunId run) {
        return "att_" + hex("attempt", run);
    }

    /// Begins with the time, so that episodes sort by when they began.
    static String episode(RunHeader root) {
        return "ep_" + HEX.toHexDigits(root.createdAt().toEpochMilli(), SHORT) + hex("episode", root.runId());
    }

    private static String hex(String kind, RunId run) {
        Digest digest = Digest.of((kind + ":" + run).getBytes(StandardCharsets.UTF_8));
        return digest.hex().substring(0, SHORT);
    }
}

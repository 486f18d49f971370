package dev.waybill.doors.rest.api;

import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import java.util.List;

/// Events behind which nothing may come for a long time, or ever.
final class Moments {

    private static final List<String> ENDS =
            List.of(RunFact.RunCompleted.TYPE, RunFact.RunFailed.TYPE, RunFact.RunCancelled.TYPE);

    private static final List<String> SUSPENSIONS =
            List.of(NodeFact.NodeSuspended.TYPE, InterruptFact.InterruptRequested.TYPE, RunFact.RunPaused.TYPE);

    private Moments() {}

    static boolean isEnd(StoredEvent event) {
        return ENDS.contains(event.type());
    }

    static boolean isSuspension(StoredEvent event) {
        return SUSPENSIONS.contains(event.type());
    }
}

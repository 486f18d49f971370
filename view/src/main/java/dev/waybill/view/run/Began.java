package dev.waybill.view.run;

import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import java.time.Instant;

/// When a run began, as people see it. A replay has the times of its source, in its log and so here.
final class Began {

    private Began() {}

    static Instant of(RunState state) {
        Instant started = state.startedAt();
        return started != null && state.header().isReplay()
                ? started
                : state.header().createdAt();
    }

    /// The same where only the header is at hand.
    static Instant of(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork && fork.mode().repeats()
                ? fork.source().createdAt()
                : header.createdAt();
    }
}

package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.LogLevel;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoreException;
import dev.waybill.view.trace.RunSpans;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that a server writes about itself: its own trouble with runs, and what libraries say.
public final class HostLog {

    private final Complaints lines;
    private final RunSpans spans;
    private volatile @Nullable RunReads runs;

    private HostLog(Complaints lines, RunSpans spans) {
        this.lines = lines;
        this.spans = spans;
    }

    public static HostLog of(Complaints lines, RunSpans spans) {
        LibraryLog.into(lines);
        Thread.setDefaultUncaughtExceptionHandler((_, problem) -> lines.accept(problem));
        return new HostLog(lines, spans);
    }

    /// From here on it can be said in which trace a run is.
    public void knows(RunReads store) {
        runs = store;
    }

    public void trouble(String sentence, @Nullable RunId run) {
        lines.line(LogLevel.WARN, sentence, run == null || !lines.json() ? JsonObject.EMPTY : members(run));
    }

    private JsonObject members(RunId run) {
        return JsonObject.of("runId", run.value())
                .withIfPresent("traceId", traceId(run).orElse(null));
    }

    private Optional<String> traceId(RunId run) {
        try {
            RunReads known = runs;
            return known == null
                    ? Optional.empty()
                    : known.run(run).map(stored -> spans.trace(stored.header()).traceId());
        } catch (StoreException _) {
            return Optional.empty();
        }
    }
}

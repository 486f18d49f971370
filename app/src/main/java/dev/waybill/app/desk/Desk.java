package dev.waybill.app.desk;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.view.run.Page;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What commands that look at runs need. A run is named by its id or by a unique beginning of it.
public interface Desk extends AutoCloseable {

    /// Runs as a list shows them, newest first.
    List<JsonObject> runs(RunQuery query);

    /// Everything about a run.
    Page run(String run);

    /// How a run stands.
    Page report(String run);

    /// Where two runs part.
    Page diff(String run, String other);

    /// The newest sessions of guided workflows.
    ///
    /// @param all also those of which only receipts are left
    Page sessions(int limit, boolean all);

    /// A session with its steps.
    Page session(String session);

    /// A run's events as programs get them.
    ///
    /// @param from the first sequence
    Events events(String run, long from);

    /// Waits until something may have changed.
    void await(Duration most) throws InterruptedException;

    @Override
    void close();

    /// Events in their order, as they come.
    interface Events {

        /// The next one.
        ///
        /// @param patience how long to wait for one that is not there yet
        /// @return empty when none came, or none will
        Optional<JsonObject> next(Duration patience) throws InterruptedException;

        /// Whether the run has ended and all was read.
        boolean isEnded();
    }
}

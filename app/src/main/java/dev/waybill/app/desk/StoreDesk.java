package dev.waybill.app.desk;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.RunPages;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.run.WireEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs of a store, all of them: whoever holds the store is its operator.
public final class StoreDesk implements Desk {

    private final RunStore store;
    private final RunPages pages;
    private final String again;
    private @Nullable EventHub hub;
    private long stamp;

    /// @param store closed with the desk
    /// @param again words that make another command find the same store
    public StoreDesk(RunStore store, String again) {
        this.store = store;
        this.pages = new RunPages(store);
        this.again = again;
    }

    @Override
    public List<JsonObject> runs(RunQuery query) {
        stamp = store.changes().stamp();
        return RunRows.json(store, store.runs(query));
    }

    @Override
    public Page run(String run) {
        return pages.run(Hosts.OPERATOR, run, again);
    }

    @Override
    public Page report(String run) {
        return pages.report(Hosts.OPERATOR, run, again);
    }

    @Override
    public Page diff(String run, String other) {
        return pages.diff(Hosts.OPERATOR, run, other);
    }

    @Override
    public Page sessions(int limit, boolean all) {
        return pages.sessions(Hosts.OPERATOR, limit, all);
    }

    @Override
    public Page session(String session) {
        return pages.session(Hosts.OPERATOR, session, again);
    }

    @Override
    public Events events(String run, long from) {
        RunId id = RunIds.resolve(store, run);
        StoredRun stored = store.run(id).orElseThrow();
        refusePruned(stored);
        EventHub opened = hub == null ? new EventHub(store, store.changes()) : hub;
        hub = opened;
        return new Fed(stored.header(), opened.open(Hosts.OPERATOR, id, from).orElseThrow());
    }

    private record Fed(RunHeader header, EventFeed feed) implements Events {
        @Override
        public Optional<JsonObject> next(Duration patience) throws InterruptedException {
            return feed.next(patience).map(event -> WireEvent.record(header, EventCodec.decode(header.runId(), event)));
        }

        @Override
        public boolean isEnded() {
            return feed.isEnded();
        }
    }

    private static void refusePruned(StoredRun run) {
        if (run.pruned()) {
            throw new Failure(
                    ExitCode.NO,
                    "events_pruned",
                    "the events of " + run.header().runId() + " were pruned; its receipts are still there",
                    null);
        }
    }

    @Override
    public void await(Duration most) throws InterruptedException {
        store.changes().await(stamp, most);
    }

    @Override
    public void close() {
        try (store) {
            if (hub != null) {
                hub.close();
            }
        }
    }
}

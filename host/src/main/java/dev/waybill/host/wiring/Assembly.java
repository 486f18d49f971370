package dev.waybill.host.wiring;

import dev.waybill.agents.live.LiveAgents;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.CommitWatch;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSelf;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/// The parts of a host, and how they become one.
///
/// @param limits how far each run may go
/// @param issuers who signs
public record Assembly(
        NodeTypes types,
        Limits limits,
        ReceiptIssuers issuers,
        HostSettings settings,
        DefinitionSource source,
        InstantSource clock) {

    private static final Executor NOTHING = _ -> {};

    /// A host that works on runs until it is closed.
    ///
    /// @param store closed with the host
    /// @param seen the same store as the host sees it
    /// @param beside what looks on; ends last, when it has seen everything
    public LiveHost working(RunStore store, RunStore seen, HostTrouble trouble, List<? extends AutoCloseable> beside) {
        ExecutorService threads = HostLoop.threads();
        EventHub events = new EventHub(store, store.changes());
        RunHost host = heardBy(events).on(seen, threads, trouble);
        return new LiveHost(store, host, events, new HostLoop(host, threads, trouble::storeFailed), beside);
    }

    /// A host that tells runs something, or starts them, and leaves the work to others.
    public LiveHost telling(RunStore store, HostTrouble trouble, List<? extends AutoCloseable> beside) {
        EventHub events = new EventHub(store, store.changes());
        return new LiveHost(store, heardBy(events).on(store, NOTHING, trouble), events, null, beside);
    }

    /// The same, and somebody else hears what it commits.
    private Assembly heardBy(CommitWatch watch) {
        return new Assembly(
                types, limits, issuers, settings.with(settings.watch().and(watch)), source, clock);
    }

    /// The host alone, for whoever drives it.
    ///
    /// @param threads where turns and activities run
    public RunHost on(RunStore store, Executor threads, Trouble trouble) {
        LiveAgents.finding(types, source);
        RunHost host = new RunHost(
                store,
                types,
                limits,
                source,
                new StoreNotary(store, new Sealer(issuers)),
                settings,
                clock,
                new SecureRandom(),
                threads,
                trouble);
        // Made when work goes out for the first time: most processes never need it.
        host.presentAs(() -> HostSelf.at(HostIds.of(store, clock), null), JsonObject.EMPTY);
        return host;
    }
}

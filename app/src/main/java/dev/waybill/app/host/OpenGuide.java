package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.host.wiring.UserKeys;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import java.security.SecureRandom;
import java.util.function.Consumer;

/// The four tools on an open store.
public final class OpenGuide implements AutoCloseable {

    private static final String KIND = "mcp";

    private final RunStore store;
    private final Presence presence;
    private final GuidedService tools;

    private OpenGuide(RunStore store, Presence presence, GuidedService tools) {
        this.store = store;
        this.presence = presence;
        this.tools = tools;
    }

    /// Opens the store and finds the keys; trouble shows here, before any call.
    public static OpenGuide open(
            Environment environment,
            StoreOptions place,
            ReceiptOptions receipts,
            GuidedOptions options,
            Consumer<? super RuntimeException> trouble) {
        GuidedCatalog catalog = options.catalog(environment);
        RunStore store = place.open(environment);
        try {
            GuidedRuns runs = runs(environment, store, receipts);
            GuidedService tools = tools(environment, store, runs, options, catalog, trouble);
            return new OpenGuide(
                    store, new Presence(store, environment.clock(), new SecureRandom(), KIND, trouble), tools);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /// The guided runs of a process that has no host.
    public static GuidedRuns runs(Environment environment, RunStore store, ReceiptOptions receipts) {
        ReceiptPolicy policy = receipts.policy(environment);
        UserKeys issuers = receipts.keys(environment);
        if (policy.issue()) {
            issuers.load();
        }
        return new GuidedRuns(
                store,
                new StoreNotary(store, new Sealer(issuers)),
                Hosts.settings(KIND, policy, ClaimScope.OWN, EnvelopeVariables.policy(environment))
                        .with(new Outgoing(environment, store).deliveries()),
                environment.clock(),
                new SecureRandom());
    }

    /// The tools on a store that somebody else has opened.
    ///
    /// @param runs those of the process's host, if it has one
    public static GuidedService tools(
            Environment environment,
            RunStore store,
            GuidedRuns runs,
            GuidedOptions options,
            GuidedCatalog catalog,
            Consumer<? super RuntimeException> trouble) {
        TokenKeyring keys = new TokenKeyring(store, environment.clock(), new SecureRandom());
        return new GuidedService(store, runs, catalog, keys, options.settings(environment), trouble);
    }

    public GuidedService tools() {
        return tools;
    }

    @Override
    public void close() {
        presence.close();
        store.close();
    }
}

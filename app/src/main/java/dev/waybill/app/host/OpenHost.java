package dev.waybill.app.host;

import dev.waybill.host.wiring.LiveHost;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.feed.EventHub;
import java.util.Optional;

/// A host of the command line: it also knows what leaves for webhooks.
public final class OpenHost implements AutoCloseable {

    private final LiveHost live;
    private final Outgoing outgoing;

    OpenHost(LiveHost live, Outgoing outgoing) {
        this.live = live;
        this.outgoing = outgoing;
    }

    public RunHost host() {
        return live.host();
    }

    public RunStore store() {
        return live.store();
    }

    /// What this and other processes commit, as it comes.
    public EventHub events() {
        return live.events();
    }

    /// What leaves this process for webhooks.
    public Outgoing outgoing() {
        return outgoing;
    }

    /// Why this host cannot take every write now; empty when it can.
    public Optional<RuntimeException> obstacle() {
        return live.obstacle();
    }

    @Override
    public void close() {
        giveBack();
    }

    /// The same at the hands of a signal, while the command is still at work.
    public void giveBack() {
        live.close();
    }
}

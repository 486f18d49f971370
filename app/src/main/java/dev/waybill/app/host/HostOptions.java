package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.lane.ActivityLimits;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/// What every command takes that works on runs: where they are, which node types there are, how to sign.
public final class HostOptions implements Argument {

    private final StoreOptions store = new StoreOptions();
    private final ActivityOptions activities = new ActivityOptions();
    private final ReceiptOptions receipts;
    private final NodeTypeOptions nodeTypes = new NodeTypeOptions();

    private final boolean works;

    private HostOptions(boolean startsRuns, boolean works) {
        this.works = works;
        this.receipts = new ReceiptOptions(startsRuns);
    }

    /// For a command that starts runs and works on them.
    public static HostOptions forNewRuns() {
        return new HostOptions(true, true);
    }

    /// For a command that works on runs as they were started.
    public static HostOptions forWork() {
        return new HostOptions(false, true);
    }

    /// For a command that looks at runs, or tells them something.
    public static HostOptions forKnownRuns() {
        return new HostOptions(false, false);
    }

    ActivityLimits limits(Environment environment) {
        return activities.limits(environment);
    }

    /// Where a host keeps what came back for its anchors.
    public Path anchors(Environment environment) {
        return store.anchors(environment);
    }

    /// A command that starts runs, or waits for some, makes a store where there is none.
    public RunStore openStore(Environment environment) {
        return works ? store.open(environment) : store.openExisting(environment);
    }

    /// The store, to look at it: nothing is made or changed.
    public RunStore readStore(Environment environment) {
        return store.openToRead(environment);
    }

    public StoreOptions place() {
        return store;
    }

    /// The words that make another command find the same store.
    public String again() {
        return store.again();
    }

    public ReceiptOptions receipts() {
        return receipts;
    }

    /// The core types and all that users brought.
    public NodeTypes nodeTypes(Environment environment) {
        return nodeTypes.load(environment, store.nodeTypes(environment));
    }

    @Override
    public void addTo(CommandSpec spec) {
        store.addTo(spec);
        nodeTypes.addTo(spec);
        if (works) {
            activities.addTo(spec);
        }
        receipts.addTo(spec);
    }
}

package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.store.RunStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// What every command takes that works on runs: where they are, which node types there are, how to sign.
public final class HostOptions implements Argument {

    private final StoreOptions store = new StoreOptions();
    private final ReceiptOptions receipts;
    private final Option<List<String>> nodeTypes = Option.texts(
            "--node-types",
            "JAR",
            "Take node types from this jar, too (always: node-types/*.jar in the data directory).");

    private HostOptions(boolean startsRuns) {
        this.receipts = new ReceiptOptions(startsRuns);
    }

    /// For a command that starts runs.
    public static HostOptions forNewRuns() {
        return new HostOptions(true);
    }

    /// For a command that goes on with runs as they were started.
    public static HostOptions forKnownRuns() {
        return new HostOptions(false);
    }

    public RunStore openStore(Environment environment) {
        return store.open(environment);
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
        List<Path> jars = new ArrayList<>();
        for (String jar : nodeTypes.orElse(List.of())) {
            try {
                jars.add(Path.of(jar));
            } catch (InvalidPathException _) {
                throw Failure.usage("expected a path, found '" + jar + "'", "Check --node-types.");
            }
        }
        return NodeTypeJars.load(store.nodeTypes(environment), jars);
    }

    @Override
    public void addTo(CommandSpec spec) {
        store.addTo(spec);
        nodeTypes.addTo(spec);
        receipts.addTo(spec);
    }
}

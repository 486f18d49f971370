package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.engine.node.NodeTypes;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `--node-types`: which node types there are besides ours.
public final class NodeTypeOptions implements Argument {

    private final Option<List<String>> jars = Option.texts(
            "--node-types",
            "JAR",
            "Also load node types from this jar (always: node-types/*.jar in the data directory).");

    /// The core types and all that users brought, for a command that opens no store.
    public NodeTypes load(Environment environment) {
        return load(StoreOptions.standardNodeTypes(environment));
    }

    /// @param folder whose jars are taken as well, when it exists
    NodeTypes load(Path folder) {
        List<Path> named = new ArrayList<>();
        for (String jar : jars.orElse(List.of())) {
            try {
                named.add(Path.of(jar));
            } catch (InvalidPathException _) {
                throw Failure.usage("expected a path, found '" + jar + "'", "Check --node-types.");
            }
        }
        return NodeTypeJars.load(folder, named);
    }

    @Override
    public void addTo(CommandSpec spec) {
        jars.addTo(spec);
    }
}

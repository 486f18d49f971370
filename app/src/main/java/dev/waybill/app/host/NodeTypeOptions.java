package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.engine.node.NodeTypes;
import java.nio.file.Files;
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
            "Also load node types from this jar (always: those that ~/.config/waybill/node-types names).");

    private final Option<String> record = Option.text(
            "--record",
            "DIR",
            "Write what is said to and by models into DIR, as cassettes that play back without a key.");

    /// The core types and all that users brought, for a command that opens no store.
    public NodeTypes load(Environment environment) {
        return load(environment, StoreOptions.standardNodeTypes(environment));
    }

    /// @param brought where a data directory may bring jars, which are not loaded
    NodeTypes load(Environment environment, Path brought) {
        TrustedJars trusted = new TrustedJars(environment);
        List<Path> all = new ArrayList<>(trusted.jars());
        jars.orElse(List.of()).forEach(jar -> all.add(named(jar)));
        trusted.passOver(brought, all);
        return Surroundings.nodes(environment, record.value())
                .with(Surroundings.agentLimits(environment), ours -> NodeTypeJars.load(ours, all));
    }

    private static Path named(String jar) {
        try {
            Path path = Path.of(jar);
            if (Files.isRegularFile(path)) {
                return path;
            }
        } catch (InvalidPathException _) {
            // There is none at a path that cannot be.
        }
        throw Failure.unreadable("there is no jar " + jar, "Check --node-types.");
    }

    @Override
    public void addTo(CommandSpec spec) {
        jars.addTo(spec);
        record.addTo(spec);
    }
}

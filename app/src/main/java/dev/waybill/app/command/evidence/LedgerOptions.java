package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Option;
import dev.waybill.evidence.task.AssayGate;
import dev.waybill.evidence.task.MeshIds;
import dev.waybill.evidence.task.TaskLedger;
import java.io.File;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// Where a ledger of tasks lies, and in whose name it is written.
final class LedgerOptions implements Argument {

    /// As long as AgentMesh waits for the same answer.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Option<Path> folder = Option.path(
            "--dir", "DIR", "The ledger's folder (default: here): waybill-tasks.jsonl and waybill-weave.jsonl.");
    private final Option<String> as =
            Option.text("--as", "REPO", "In whose name records are written (default: waybill), ids included.");
    private final Option<Path> repository = Option.path(
            "--repo", "DIR", "The working tree that Assay's gate checks at the end of a task (default: here).");

    final MeshIds ids = new MeshIds(new SecureRandom());

    TaskLedger ledger(Environment environment) {
        return new TaskLedger(folder.orElse(Path.of("")), ids, environment.clock());
    }

    String repo() {
        return as.orElse("waybill");
    }

    Path repository() {
        return repository.orElse(Path.of("")).toAbsolutePath().normalize();
    }

    static AssayGate gate(Environment environment) {
        List<String> path = environment.variable("PATH").stream()
                .flatMap(folders -> Arrays.stream(folders.split(File.pathSeparator)))
                .filter(folder -> !folder.isEmpty())
                .toList();
        return new AssayGate(path, PATIENCE);
    }

    @Override
    public void addTo(CommandSpec spec) {
        folder.addTo(spec);
        as.addTo(spec);
        repository.addTo(spec);
    }
}

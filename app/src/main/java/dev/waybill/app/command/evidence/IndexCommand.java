package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.view.text.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `waybill evidence index`: reads the files of several systems, so that questions are answered fast.
public final class IndexCommand extends ToldCommand {

    private final Operand<List<String>> paths = takes(
            Operand.texts("PATH", "Folders and files of AgentMesh, Assay, CCIO, Quintet, Waybill, or lines of JSON.")
                    .required("folders or files to read, such as ."));
    private final Option<Boolean> again =
            takes(Option.flag("--again", "Read everything again, also what looks as it did when it was read last."));
    private final IndexOptions options = takes(new IndexOptions());

    public IndexCommand(Environment environment) {
        super(
                environment,
                "Read the records of several systems into an index.",
                "Nothing is written into the folders that are read. The index is a cache: delete it as you like.",
                "Only what is new is read: files that were added or changed, and lines that were appended.",
                "Exit 0: all was read. Exit 1: some of it could not be read. Exit 2: something is broken.");
    }

    @Override
    public ExitCode call() throws IOException {
        try (EvidenceIndex index = options.build(environment, roots(), again.isGiven())) {
            FindingsReport report = new FindingsReport();
            index.findings(report);
            answer(report.json(index), out -> {
                out.println("%s of %s in %s"
                        .formatted(
                                Count.of(index.size(), "record"),
                                Count.of(index.sources().size(), "file"),
                                options.folder()));
                report.print(out, common.terminal());
            });
            return report.exitCode();
        }
    }

    private List<Path> roots() {
        List<Path> roots = new ArrayList<>();
        for (String path : paths.given()) {
            Path root = Path.of(path).toAbsolutePath().normalize();
            if (!Files.exists(root)) {
                throw Failure.unreadable("there is no file or folder " + path, null);
            }
            roots.add(root);
        }
        return roots;
    }
}

package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.index.UnusableIndex;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.store.sqlite.SqliteLibrary;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// Where the index lies. It is a cache that can be thrown away: the files are the evidence.
final class IndexOptions implements Argument {

    private static final Path USUAL = Path.of(".waybill", "evidence");

    private final Option<Path> folder =
            Option.path("--index", "DIR", "Where the index is (default: .waybill/evidence here).");

    Path folder() {
        return folder.orElse(USUAL);
    }

    /// Brings the index up to date with some folders and files, after whoever is at it.
    ///
    /// @param again whether to read what was read before, too
    EvidenceIndex build(Environment environment, List<Path> roots, boolean again) throws IOException {
        SqliteLibrary.load();
        try (IndexWriter writer = IndexWriter.begin(
                folder(),
                roots,
                () -> tell(environment, "another process is writing the index at " + folder() + "; waiting"))) {
            if (again) {
                writer.forget();
            }
            Scan.read(roots, writer::isOwn, writer);
            writer.commit();
        }
        return opened();
    }

    /// The index, with what has changed since read first.
    EvidenceIndex open(Environment environment) throws IOException {
        EvidenceIndex index = existing();
        if (!index.isStale()) {
            return index;
        }
        List<Path> roots = index.roots();
        index.close();
        tell(environment, "the files have changed; indexing what is new");
        return build(environment, roots, false);
    }

    private EvidenceIndex existing() {
        try {
            return opened();
        } catch (UnusableIndex e) {
            if (Files.isDirectory(folder())) {
                throw e;
            }
            throw new Failure(
                    ExitCode.USAGE,
                    "index_missing",
                    "there is no index at " + folder(),
                    "Build one first: waybill evidence index DIR…");
        }
    }

    private static void tell(Environment environment, String what) {
        environment.err().println("waybill: " + SafeText.of(what));
        environment.err().flush();
    }

    private EvidenceIndex opened() {
        SqliteLibrary.load();
        return EvidenceIndex.open(folder(), List.copyOf(Readers.formats().values()));
    }

    @Override
    public void addTo(CommandSpec spec) {
        folder.addTo(spec);
    }
}

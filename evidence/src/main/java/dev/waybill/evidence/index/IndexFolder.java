package dev.waybill.evidence.index;

import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder of an index: what its files are called, and how a new one takes the place of an old one.
final class IndexFolder {

    static final String MANIFEST = "manifest.json";
    static final String ROWS = "rows.bin";
    static final String KEYS = "keys.bin";
    static final String TIMES = "times.bin";
    static final String TEXTS = "texts.bin";
    static final String TERMS = "terms.bin";
    static final String KEPT = "kept.bin";
    static final String FINDINGS = "findings.bin";
    static final String SOURCES = "sources.bin";

    /// Everything that a manifest vouches for.
    static final List<String> DATA = List.of(ROWS, KEYS, TIMES, TEXTS, TERMS, KEPT, FINDINGS, SOURCES);

    private IndexFolder() {}

    static Path incoming(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".new");
    }

    static Path outgoing(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".old");
    }

    /// Whether a folder belongs to an index: it, the one being written, or the one being replaced.
    static boolean isOwn(Path index, Path folder) {
        return folder.equals(index) || folder.equals(incoming(index)) || folder.equals(outgoing(index));
    }

    /// The right to write an index there, which one at a time has.
    ///
    /// @param waiting told when another has it
    static ProcessLock lock(Path folder, Runnable waiting) throws IOException {
        Path parent = Objects.requireNonNullElse(folder.getParent(), folder);
        return ProcessLock.hold(parent, String.valueOf(folder.getFileName()), waiting);
    }

    /// An empty folder to write into; what a crash left there goes.
    static Path begin(Path folder) throws IOException {
        Path incoming = incoming(folder);
        for (Path path : List.of(folder, incoming, outgoing(folder))) {
            refuseForeign(path);
        }
        delete(incoming);
        return Files.createDirectories(incoming);
    }

    /// An index replaces an index, never a folder with something else in it.
    private static void refuseForeign(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> inside = Files.list(folder)) {
            Optional<Path> foreign =
                    inside.filter(path -> !isOurs(path)).sorted().findFirst();
            if (foreign.isPresent()) {
                throw new UnusableIndex("expected an index or nothing at " + folder + ", found "
                        + foreign.get().getFileName() + " in it; name another folder");
            }
        }
    }

    private static boolean isOurs(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean spilled = name.startsWith(KEYS + ".") || name.startsWith(TIMES + ".");
        return Files.isRegularFile(file) && (name.equals(MANIFEST) || DATA.contains(name) || spilled);
    }

    /// Puts the new folder in place. Whoever opens an index in between waits for it; a crash in between leaves none.
    static void replace(Path folder) throws IOException {
        Path outgoing = outgoing(folder);
        delete(outgoing);
        if (Files.exists(folder)) {
            Files.move(folder, outgoing);
        }
        Files.move(incoming(folder), folder);
        delete(outgoing);
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

package dev.waybill.evidence.scan;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// One walk through some folders and files: each file is offered to the readers, in the order of names.
///
/// Links are followed, and no folder is entered twice, so a link that leads in a circle ends where it began. What
/// cannot be read is a finding; the rest is read all the same.
public final class Scan {

    /// Nobody nests deeper on purpose.
    private static final int DEEPEST = 64;

    private final Predicate<Path> isPassedOver;
    private final RecordSink sink;
    private final Set<Path> entered = new HashSet<>();

    private Scan(Predicate<Path> isPassedOver, RecordSink sink) {
        this.isPassedOver = isPassedOver;
        this.sink = sink;
    }

    /// @param roots what was asked for: each is one store of one system, or holds several
    public static void read(Collection<Path> roots, RecordSink sink) {
        read(roots, path -> false, sink);
    }

    /// @param isPassedOver whether a folder is none of the stores that were asked for, wherever it lies
    public static void read(Collection<Path> roots, Predicate<Path> isPassedOver, RecordSink sink) {
        Scan scan = new Scan(isPassedOver, sink);
        roots.forEach(root -> scan.visit(root, root, 0));
    }

    private void visit(Path root, Path path, int depth) {
        try {
            if (Files.isDirectory(path)) {
                folder(root, path, depth);
            } else if (Files.isRegularFile(path)) {
                if (!ProcessLock.isLockFile(path, Files.size(path))) {
                    file(SourceFile.of(root, path));
                }
            } else {
                odd(root, path);
            }
        } catch (IOException e) {
            tell(FindingCode.UNREADABLE_FILE, root, path, why(e));
        } catch (UncheckedIOException e) {
            tell(FindingCode.UNREADABLE_FILE, root, path, String.valueOf(e.getMessage()));
        }
    }

    private void folder(Path root, Path path, int depth) throws IOException {
        if (isPassedOver.test(path)) {
            return;
        }
        if (!entered.add(path.toRealPath())) {
            tell(FindingCode.UNKNOWN_FILE, root, path, "this folder was read already, under another name");
            return;
        }
        if (depth > DEEPEST) {
            tell(FindingCode.UNREADABLE_FILE, root, path, "expected folders at most " + DEEPEST + " deep");
            return;
        }
        SourceFile folder = SourceFile.of(root, path);
        Optional<EvidenceReader> reader = Readers.of(folder);
        if (reader.isPresent()) {
            reader.get().read(folder, sink);
            return;
        }
        for (Path below : sorted(path)) {
            visit(root, below, depth + 1);
        }
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private void file(SourceFile file) throws IOException {
        Optional<EvidenceReader> reader = Readers.of(file);
        if (reader.isPresent()) {
            reader.get().read(file, sink);
        } else {
            sink.finding(new Finding(FindingCode.UNKNOWN_FILE, file.place(0), "no reader knows a file like this"));
        }
    }

    /// Pipes and devices would keep a reader waiting for ever; a link may lead nowhere.
    private void odd(Path root, Path path) {
        boolean asked = root.equals(path);
        if (asked || Files.isSymbolicLink(path)) {
            tell(FindingCode.UNREADABLE_FILE, root, path, "expected a file or a folder, found none");
        } else {
            tell(FindingCode.UNKNOWN_FILE, root, path, "neither a file nor a folder");
        }
    }

    private void tell(FindingCode code, Path root, Path path, String why) {
        Path name = path.equals(root) ? path : root.relativize(path);
        sink.finding(new Finding(code, new Place(root.toString(), name.toString(), null, 0), why));
    }

    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "it may not be read by this user";
            case NoSuchFileException _ -> "it is not there any more";
            default -> String.valueOf(e.getMessage());
        };
    }
}

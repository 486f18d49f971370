package dev.waybill.evidence.scan;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.read.Bookmark;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One walk through some folders and files: each file is offered to the readers, in the order of names.
///
/// What was asked for is read; a link found on the way is not followed, as it may lead anywhere, and pipes and devices
/// are not opened, as they may keep a reader waiting for ever: each is named. What cannot be read is a finding; the
/// rest is read all the same.
public final class Scan {

    /// Nobody nests deeper on purpose.
    private static final int DEEPEST = 64;

    private final Predicate<Path> isPassedOver;
    private final RecordSink sink;
    private final Set<Path> entered = new HashSet<>();
    private @Nullable Path begun;

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
        new LinkedHashSet<>(roots).forEach(root -> scan.visit(root, root, 0));
    }

    private void visit(Path root, Path path, int depth) {
        try {
            if (!path.equals(root) && Files.isSymbolicLink(path)) {
                tell(FindingCode.PASSED_OVER, root, path, "a link to " + Files.readSymbolicLink(path));
            } else if (Files.isDirectory(path)) {
                folder(root, path, depth);
            } else if (Files.isRegularFile(path)) {
                if (!ProcessLock.isLockFile(path, Files.size(path))) {
                    file(root, path);
                }
            } else if (Files.exists(path)) {
                tell(FindingCode.PASSED_OVER, root, path, "neither a file nor a folder");
            } else {
                tell(FindingCode.UNREADABLE_FILE, root, path, "expected a file or a folder, found none");
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
            tell(FindingCode.PASSED_OVER, root, path, "this folder was read already, under another name");
            return;
        }
        if (depth > DEEPEST) {
            tell(FindingCode.UNREADABLE_FILE, root, path, "expected folders at most " + DEEPEST + " deep");
            return;
        }
        Optional<EvidenceReader> reader = Readers.of(SourceFile.of(root, path));
        if (reader.isPresent()) {
            if (begin(root, path).isPresent()) {
                reader.get().read(SourceFile.of(root, path), sink);
            }
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

    private void file(Path root, Path path) throws IOException {
        Optional<Bookmark> start = begin(root, path);
        if (start.isEmpty()) {
            return;
        }
        SourceFile file = SourceFile.of(root, path, start.get());
        Optional<EvidenceReader> reader = Readers.of(file);
        if (reader.isPresent()) {
            reader.get().read(file, sink);
        } else {
            tell(FindingCode.UNKNOWN_FILE, root, path, "no reader knows a file like this");
        }
    }

    private Optional<Bookmark> begin(Path root, Path path) throws IOException {
        begun = path;
        return sink.begin(root, path);
    }

    private void tell(FindingCode code, Path root, Path path, String why) {
        try {
            if (path.equals(begun) || begin(root, path).isPresent()) {
                Place place = new Place(root.toString(), SourceFile.label(root, path), null, 0);
                sink.finding(new Finding(code, place, why));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String why(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "it may not be read by this user";
            case NoSuchFileException _ -> "it is not there any more";
            default -> String.valueOf(e.getMessage());
        };
    }
}

package dev.waybill.evidence.index;

import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A file as it was when it was indexed.
///
/// @param modified microseconds since 1970
public record Source(Path path, long size, long modified) {

    static Source of(Path path, BasicFileAttributes attributes) {
        return new Source(
                path, attributes.size(), attributes.lastModifiedTime().to(java.util.concurrent.TimeUnit.MICROSECONDS));
    }

    /// All files below the roots, by path.
    ///
    /// @param without a folder to leave out: an index must not call itself changed
    static Map<Path, Source> below(List<Path> roots, Path without) throws IOException {
        Map<Path, Source> found = new TreeMap<>();
        for (Path root : roots) {
            if (Files.exists(root)) {
                Files.walkFileTree(absolute(root), new Collector(found, absolute(without)));
            }
        }
        return found;
    }

    static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static final class Collector extends SimpleFileVisitor<Path> {

        private final Map<Path, Source> found;
        private final Path without;

        Collector(Map<Path, Source> found, Path without) {
            this.found = found;
            this.without = without;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return IndexFolder.isOwn(without, folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !ProcessLock.isLockFile(file, attributes.size())) {
                found.put(file, Source.of(file, attributes));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }
    }
}

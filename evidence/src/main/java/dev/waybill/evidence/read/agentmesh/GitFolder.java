package dev.waybill.evidence.read.agentmesh;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks whether a repository stays within its folder, before git goes through it: git follows every link and opens
/// every pipe.
final class GitFolder {

    private GitFolder() {}

    /// What leads out of the folder, or would keep git waiting for ever.
    static Optional<String> wayOut(Path folder) throws IOException {
        if (Files.exists(folder.resolve("objects").resolve("info").resolve("alternates"))) {
            return Optional.of("its objects lie elsewhere (objects/info/alternates)");
        }
        Looking looking = new Looking(folder);
        Files.walkFileTree(folder, looking);
        return Optional.ofNullable(looking.found);
    }

    private static final class Looking extends SimpleFileVisitor<Path> {

        private final Path folder;
        private @Nullable String found;

        Looking(Path folder) {
            this.folder = folder;
        }

        /// Hooks are never run.
        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return path.equals(folder.resolve("hooks")) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // Where git talks to a helper, which is switched off.
            boolean isSocket = file.toString().endsWith(".ipc");
            if (attributes.isRegularFile() || isSocket) {
                return FileVisitResult.CONTINUE;
            }
            found = (attributes.isSymbolicLink() ? "a link lies in it: " : "neither file nor folder lies in it: ")
                    + folder.relativize(file);
            return FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }
    }
}

package dev.waybill.evidence.write;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;

/// A folder that appears whole or not at all: written beside its place, then renamed. It takes the place of nothing, or
/// of an empty folder.
final class NewFolder implements Closeable {

    private final Path target;
    private final Path temporary;

    NewFolder(Path folder) throws IOException {
        target = folder.toAbsolutePath().normalize();
        refuseUnlessEmpty();
        Path parent = Objects.requireNonNullElse(target.getParent(), target);
        temporary = Files.createTempDirectory(Files.createDirectories(parent), ".waybill-");
    }

    private void refuseUnlessEmpty() throws IOException {
        if (!Files.exists(target)) {
            return;
        }
        if (!Files.isDirectory(target)) {
            throw refused("a file");
        }
        try (Stream<Path> inside = Files.list(target)) {
            inside.sorted().findFirst().ifPresent(found -> {
                throw refused(found.getFileName() + " in it");
            });
        }
    }

    private ExportRefused refused(String found) {
        return new ExportRefused(
                ExportRefused.Reason.FOLDER_NOT_EMPTY,
                "expected a new or empty folder at " + target + ", found " + found);
    }

    void write(String name, byte[] content) throws IOException {
        Files.write(temporary.resolve(name), content);
    }

    /// Puts the folder in its place.
    void publish() throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (DirectoryNotEmptyException | FileAlreadyExistsException _) {
            throw refused("something that came meanwhile");
        }
    }

    /// Removes what was not published.
    @Override
    public void close() throws IOException {
        if (!Files.exists(temporary)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(temporary)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

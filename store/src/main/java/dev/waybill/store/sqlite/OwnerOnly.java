package dev.waybill.store.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/// Rights of what only its owner may see. A store holds everything that people and agents said, so its files are born
/// with these rights, whatever the umask; who wants to share a folder changes them on purpose, and they stay.
final class OwnerOnly {

    private OwnerOnly() {}

    static FileAttribute<?>[] folder() {
        return rights("rwx------");
    }

    static FileAttribute<?>[] file() {
        return rights("rw-------");
    }

    private static FileAttribute<?>[] rights(String text) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }

    /// Whether a file system has rights at all.
    static boolean isKnown(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
    }

    /// Makes an empty file, unless there is one.
    static void create(Path path) throws IOException {
        try {
            Files.createFile(path, file());
        } catch (FileAlreadyExistsException _) {
            // Its owner has given it the rights that it has.
        }
    }
}

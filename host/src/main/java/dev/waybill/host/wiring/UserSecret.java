package dev.waybill.host.wiring;

import dev.waybill.base.Base64Url;
import dev.waybill.receipt.key.KeyDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/// Random bytes in a file of the user's keys, which the first use makes. Several processes that start at once make one
/// secret between them.
public record UserSecret(Path directory, String name) {

    private static final int BYTES = 32;
    private static final Object ONE_THREAD = new Object();

    /// What files hold while nobody else changes them.
    interface Reading<T> {
        T read() throws IOException;
    }

    /// @throws KeysUnusable when it can neither be read nor made
    public byte[] bytes() {
        try {
            return alone(directory, () -> found(true));
        } catch (IOException | IllegalArgumentException e) {
            throw new KeysUnusable(
                    "the secret in %s cannot be used: %s".formatted(directory.resolve(name), e.getMessage()),
                    "Name a directory that you may write to (WAYBILL_KEYS).");
        }
    }

    /// @param makes whether it is made where there is none; a command that only looks gets one that nobody else has
    byte[] found(boolean makes) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            byte[] fresh = new byte[BYTES];
            new SecureRandom().nextBytes(fresh);
            if (!makes) {
                return fresh;
            }
            KeyDirectory.writeSecret(file, Base64Url.encode(fresh) + "\n");
        }
        return Base64Url.decode(Files.readString(file).strip());
    }

    /// One thread of one process at a time: a file lock is refused, not waited for, within one process.
    static <T> T alone(Path directory, Reading<T> reading) throws IOException {
        Files.createDirectories(directory, ownerOnly());
        synchronized (ONE_THREAD) {
            try (FileChannel channel = FileChannel.open(
                            directory.resolve(".first-keys.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                return reading.read();
            }
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }
}

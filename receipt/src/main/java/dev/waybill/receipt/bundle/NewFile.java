package dev.waybill.receipt.bundle;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that appears whole or not at all: written beside its place, then renamed.
public final class NewFile implements Closeable {

    private final Path target;
    private final Path temporary;
    private final FileChannel channel;

    public NewFile(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        this.temporary = Files.createTempFile(folder(), ".waybill-", ".part");
        this.channel = FileChannel.open(temporary, StandardOpenOption.WRITE);
    }

    Path folder() {
        Path parent = target.getParent();
        return parent == null ? target : parent;
    }

    public FileChannel channel() {
        return channel;
    }

    /// Puts the file in its place.
    public void publish() throws IOException {
        channel.close();
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Removes what was not published.
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(temporary);
    }
}

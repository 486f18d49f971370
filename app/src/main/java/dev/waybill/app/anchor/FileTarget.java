package dev.waybill.app.anchor;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of the other party: a shared folder, a mounted drive. It is a plain list of receipts, one a line.
record FileTarget(Path file) implements AnchorTarget {

    @Override
    public Anchor hand(Receipt summary) throws IOException {
        Anchor anchor = new Anchor(summary.compact(), new Anchor.Proof.Kept(file.toString()));
        append(file, anchor.line());
        return anchor;
    }

    /// Several processes may hand over at once: each line stays whole, and is on the disk when this returns.
    static void append(Path file, String line) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
                FileLock _ = channel.lock()) {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no folder " + file.toAbsolutePath().getParent(), e);
        }
    }

    @Override
    public String name() {
        return "the file " + file;
    }
}

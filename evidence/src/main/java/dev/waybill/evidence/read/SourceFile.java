package dev.waybill.evidence.read;

import dev.waybill.evidence.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A file or folder that may hold records, with what a reader needs to tell whether it is one of its own.
///
/// @param root what was asked for
/// @param path where it lies
/// @param label the path as people know it
/// @param head its first bytes; empty for a folder
/// @param start from where it is to be read, by a reader that said how far it came
@SuppressWarnings("ArrayRecordComponent")
public record SourceFile(Path root, Path path, String label, byte[] head, Bookmark start) {

    /// Which reader takes a file is decided by its name and these first bytes.
    public static final int HEAD = 4096;

    public static SourceFile of(Path root, Path path) throws IOException {
        return of(root, path, Bookmark.START);
    }

    public static SourceFile of(Path root, Path path, Bookmark start) throws IOException {
        return new SourceFile(root, path, label(root, path), Files.isDirectory(path) ? new byte[0] : head(path), start);
    }

    /// The name of what was asked for comes first, so that two stores of one system can be told apart.
    public static String label(Path root, Path path) {
        Path whole = root.toAbsolutePath().normalize();
        Path name = whole.getFileName();
        String start = name == null ? "" : name.toString();
        String below =
                whole.relativize(path.toAbsolutePath().normalize()).toString().replace('\\', '/');
        return below.isEmpty() ? start : start + "/" + below;
    }

    private static byte[] head(Path path) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(HEAD, channel.size()));
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // until the head is full or the file ends
            }
            byte[] head = new byte[buffer.flip().remaining()];
            buffer.get(head);
            return head;
        }
    }

    public Place place(long line) {
        return new Place(root.toString(), label, null, line);
    }

    public Place place(String entry, long line) {
        return new Place(root.toString(), label, entry, line);
    }

    public String name() {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }

    /// The first bytes, one character for each.
    public String headText() {
        return new String(head, StandardCharsets.ISO_8859_1);
    }

    public boolean isZip() {
        return !isDirectory() && headText().startsWith("PK");
    }

    /// Whether the first bytes speak of all these members, as a JSON text names them.
    public boolean mentions(String... members) {
        String start = headText();
        return Arrays.stream(members).allMatch(member -> start.contains('"' + member + '"'));
    }

    public boolean isDirectory() {
        return Files.isDirectory(path);
    }
}

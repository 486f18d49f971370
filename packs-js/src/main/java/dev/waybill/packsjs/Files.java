package dev.waybill.packsjs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;
import org.jspecify.annotations.Nullable;

/// The only files that code can import: those of its pack, and our modules in place of Node's. None of them lies on a
/// disk, and nothing can be written.
final class Files implements FileSystem {

    private static final Path PACK = Path.of("/pack");
    private static final Path NODE = Path.of("/node");

    private final Code code;

    Files(Code code) {
        this.code = code;
    }

    static boolean isOfPack(@Nullable String path) {
        return path != null && Path.of(path).startsWith(PACK);
    }

    static String inPack(String path) {
        return PACK.relativize(Path.of(path)).toString();
    }

    /// `node:crypto` and the like.
    @Override
    public Path parsePath(URI uri) {
        if ("node".equals(uri.getScheme())) {
            return NODE.resolve(uri.getSchemeSpecificPart() + ".mjs").normalize();
        }
        throw new IllegalArgumentException("only files of the pack can be imported, not " + uri);
    }

    /// A bare name is one of Node's, as it was written before they had a scheme.
    @Override
    public Path parsePath(String path) {
        return Path.of(path);
    }

    private byte[] content(Path path) throws NoSuchFileException {
        Path whole = toAbsolutePath(path).normalize();
        if (whole.startsWith(PACK)) {
            String text = code.files().get(PACK.relativize(whole).toString());
            if (text != null) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
            // What stands beside a module without a path is one of Node's modules in its old spelling.
            Path bare = NODE.resolve(PACK.relativize(whole).toString() + ".mjs");
            return own(bare, whole);
        }
        return own(whole, whole);
    }

    private static byte[] own(Path path, Path asked) throws NoSuchFileException {
        if (path.startsWith(NODE) && path.getNameCount() > 1) {
            try (InputStream in =
                    Files.class.getResourceAsStream(path.toString().substring(1))) {
                if (in != null) {
                    return in.readAllBytes();
                }
            } catch (IOException _) {
                // It is not there.
            }
        }
        throw new NoSuchFileException(asked.toString());
    }

    @Override
    public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options) throws IOException {
        if (modes.contains(AccessMode.WRITE) || modes.contains(AccessMode.EXECUTE)) {
            throw new SecurityException("nothing can be written");
        }
        content(path);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return new Memory(content(path));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("isRegularFile", true);
        all.put("isDirectory", false);
        all.put("isSymbolicLink", false);
        all.put("isOther", false);
        all.put("size", (long) content(path).length);
        all.put("lastModifiedTime", FileTime.fromMillis(0));
        all.put("lastAccessTime", FileTime.fromMillis(0));
        all.put("creationTime", FileTime.fromMillis(0));
        return all;
    }

    @Override
    public Path toAbsolutePath(Path path) {
        return path.isAbsolute() ? path : PACK.resolve(path);
    }

    @Override
    public Path toRealPath(Path path, LinkOption... options) throws IOException {
        content(path);
        return toAbsolutePath(path).normalize();
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) {
        throw new SecurityException("nothing can be written");
    }

    @Override
    public void delete(Path path) {
        throw new SecurityException("nothing can be written");
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) {
        throw new SecurityException("nothing can be listed");
    }

    /// A file that is bytes.
    private static final class Memory implements SeekableByteChannel {

        private final byte[] content;
        private final ByteArrayInputStream in;
        private long position;

        Memory(byte[] content) {
            this.content = content;
            this.in = new ByteArrayInputStream(content);
        }

        @Override
        public int read(ByteBuffer target) {
            byte[] piece = new byte[target.remaining()];
            int read = in.read(piece, 0, piece.length);
            if (read > 0) {
                target.put(piece, 0, read);
                position += read;
            }
            return read;
        }

        @Override
        public int write(ByteBuffer source) {
            throw new SecurityException("nothing can be written");
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public SeekableByteChannel position(long to) {
            in.reset();
            position = in.skip(to);
            return this;
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new SecurityException("nothing can be written");
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}

package dev.waybill.evidence.index;

import dev.waybill.base.Digest;
import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How a file or folder looks from outside: which file it is, when it was changed, how large it is. Two looks that give
/// the same print have seen the same, as far as can be told without reading.
final class Print {

    private static final String NOTHING = "nothing";

    private Print() {}

    /// Of a file, or of a folder with all that lies below it.
    ///
    /// @param isFollowed whether a link stands for what it leads to
    static String of(Path path, boolean isFollowed) throws IOException {
        if (!isFollowed && Files.isSymbolicLink(path)) {
            return "link " + Files.readSymbolicLink(path);
        }
        if (!Files.exists(path)) {
            return NOTHING;
        }
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return attributes.isDirectory() ? of(List.of(path), null) : of(attributes);
    }

    /// Of everything below some files and folders.
    ///
    /// @param without a folder to leave out: an index must not call itself changed
    static String of(List<Path> roots, @Nullable Path without) throws IOException {
        Map<Path, String> prints = new TreeMap<>();
        for (Path root : roots) {
            if (Files.exists(root)) {
                // A link that was asked for is followed; links below it are not.
                Files.walkFileTree(root.toRealPath(), new Collector(prints, without));
            }
        }
        MessageDigest digest = Digest.newSha256();
        prints.forEach((path, print) -> digest.update((path + "\0" + print + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String of(BasicFileAttributes attributes) {
        return attributes.fileKey() + " " + attributes.lastModifiedTime().to(TimeUnit.MICROSECONDS) + " "
                + attributes.size();
    }

    /// Whether two prints are of one file, which may have been changed in between.
    static boolean areOfOneFile(String one, String other) {
        int end = one.indexOf(' ');
        return end > 0 && other.startsWith(one.substring(0, end + 1));
    }

    private static final class Collector extends SimpleFileVisitor<Path> {

        private final Map<Path, String> prints;
        private final @Nullable Path without;

        Collector(Map<Path, String> prints, @Nullable Path without) {
            this.prints = prints;
            this.without = without;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(without) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!ProcessLock.isLockFile(file, attributes.size())) {
                prints.put(file, of(attributes));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }
    }
}

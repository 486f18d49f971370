package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of a pack. Nothing outside its folder is ever opened: no path that leads out, no link, no device.
record PackFolder(Path root) {

    static final String MANIFEST = "pack_manifest.json";
    static final String RECEIPTS = "receipt_pack.jsonl";
    static final String SIGNATURE = "pack_signature.sig";

    private static final int BUFFER = 1 << 16;

    /// Whether a name stays in the folder as every system reads names.
    static boolean contained(String name) {
        if (name.isEmpty()
                || name.startsWith("/")
                || name.indexOf('\\') >= 0
                || name.indexOf('\0') >= 0
                || name.indexOf(':') >= 0) {
            return false;
        }
        return List.of(name.split("/", -1)).stream()
                .noneMatch(part -> part.equals("..") || part.equals(".") || part.isEmpty());
    }

    /// A plain file of the pack; null when there is none of this name.
    @Nullable
    Path file(String name) {
        try {
            Path path = root;
            for (String part : name.split("/", -1)) {
                path = path.resolve(part);
                if (Files.isSymbolicLink(path)) {
                    return null;
                }
            }
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? path : null;
        } catch (InvalidPathException _) {
            return null;
        }
    }

    /// The content of a small file; empty when it is not there or larger than the limit.
    Optional<byte[]> small(String name, int limit) throws IOException {
        Path file = file(name);
        if (file == null) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(limit + 1);
            return content.length > limit ? Optional.empty() : Optional.of(content);
        }
    }

    Digest digest(Path file) throws IOException {
        MessageDigest sha256 = Digest.newSha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
        }
        return Digest.ofBytes(sha256.digest());
    }

    /// The names at its top, in a fixed order.
    List<String> entries() throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }
}

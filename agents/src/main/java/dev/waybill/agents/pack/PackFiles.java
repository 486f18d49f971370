package dev.waybill.agents.pack;

import dev.waybill.base.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The files of a pack, read once: what is judged is what is used.
///
/// Links are not followed. A pack is somebody else's folder, and a link in it could lead anywhere.
public final class PackFiles {

    public static final String MANIFEST = "pack.json";

    /// Says who made the pack; not part of what it signs.
    public static final String SIGNATURE = "pack.sig";

    static final int MOST_FILES = 2_000;
    static final long MOST_BYTES = 16L << 20;

    private final Map<String, byte[]> files;

    private PackFiles(Map<String, byte[]> files) {
        this.files = new TreeMap<>(files);
    }

    /// @param files by their path inside the pack, with `/`
    public static PackFiles of(Map<String, byte[]> files) {
        return new PackFiles(files);
    }

    /// @throws IOException also when it is too large to be a pack
    public static PackFiles read(Path folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            private long bytes;

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isRegularFile()) {
                    return FileVisitResult.CONTINUE;
                }
                bytes += attributes.size();
                if (files.size() == MOST_FILES || bytes > MOST_BYTES) {
                    throw new IOException("%s is no pack: a pack has at most %d files and %d MiB"
                            .formatted(folder, MOST_FILES, MOST_BYTES >> 20));
                }
                files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                return FileVisitResult.CONTINUE;
            }
        });
        return new PackFiles(files);
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(files.keySet());
    }

    /// @param ref a path inside the pack, as a manifest writes it
    public Optional<byte[]> find(String ref) {
        return Optional.ofNullable(files.get(ref.startsWith("./") ? ref.substring(2) : ref))
                .map(byte[]::clone);
    }

    /// Names every byte of every file and its place, except the signature.
    public Digest digest() {
        StringBuilder lines = new StringBuilder();
        files.forEach((name, content) -> {
            if (!name.equals(SIGNATURE)) {
                lines.append(Digest.of(content).hex()).append("  ").append(name).append('\n');
            }
        });
        return Digest.of(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Writes them into an empty folder.
    public void writeTo(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
    }
}

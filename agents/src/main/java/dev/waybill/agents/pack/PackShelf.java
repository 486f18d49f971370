package dev.waybill.agents.pack;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The packs that a user has added. Each lies in a folder of its own, and a list beside them pins its digest, so that
/// nobody changes an agent's prompt without the user's knowledge.
///
/// The shelf belongs to the user's configuration. A data directory is data, and never brings agents.
public record PackShelf(Path folder) {

    private static final String LIST = "pinned";

    /// The names of the packs, with what each has to be.
    public Map<String, Digest> pinned() throws IOException {
        Map<String, Digest> pinned = new TreeMap<>();
        Path list = folder.resolve(LIST);
        for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
            int gap = line.indexOf(' ');
            if (gap > 0) {
                Digest.tryParse(line.substring(0, gap))
                        .ifPresent(digest -> pinned.put(line.substring(gap + 1).strip(), digest));
            }
        }
        return pinned;
    }

    /// @throws PackRefused when it cannot be read, is not the one that was added, or lacks something here
    public Pack get(String name, Digest expected, HostCapabilities host) throws IOException {
        PackFiles files = PackFiles.read(folder.resolve(name));
        Digest found = files.digest();
        if (!found.equals(expected)) {
            throw PackRefused.changed(name, expected.toString(), found.toString());
        }
        return sound(name, files, host);
    }

    /// Takes a copy of a pack, in place of an older one of its name.
    ///
    /// @param signer the key that must have signed it; null when nobody has to
    /// @throws PackRefused when it is no pack that this host can use
    public Pack add(Path source, HostCapabilities host, @Nullable VerificationKey signer) throws IOException {
        PackFiles files = PackFiles.read(source);
        Pack pack = sound(source.toString(), files, host);
        if (signer != null) {
            signed(pack, files, signer);
        }
        Files.createDirectories(folder);
        Path fresh = Files.createTempDirectory(folder, ".adding-");
        try {
            files.writeTo(fresh);
            Path target = folder.resolve(pack.name());
            delete(target);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(fresh);
        }
        Map<String, Digest> pinned = pinned();
        pinned.put(pack.name(), pack.digest());
        write(pinned);
        return pack;
    }

    /// @throws PackRefused when there is none of this name
    public void remove(String name) throws IOException {
        Map<String, Digest> pinned = pinned();
        if (pinned.remove(name) == null) {
            throw PackRefused.unknown(name, new ArrayList<>(pinned.keySet()));
        }
        write(pinned);
        delete(folder.resolve(name));
    }

    /// @throws PackRefused when it cannot be read, or lacks something here
    public static Pack sound(String where, PackFiles files, HostCapabilities host) {
        return switch (PackReader.read(files)) {
            case PackRead.Ok(var pack) -> {
                host.admit(pack);
                yield pack;
            }
            case PackRead.Bad(var problems) -> throw PackRefused.invalid(where, problems);
        };
    }

    /// The signature is over the digest's text, so that it covers every file of the pack.
    private static void signed(Pack pack, PackFiles files, VerificationKey signer) {
        byte[] written = files.find(PackFiles.SIGNATURE)
                .orElseThrow(() -> PackRefused.unsigned(pack.name(), "it has no " + PackFiles.SIGNATURE));
        try {
            byte[] signature = Base64Url.decode(new String(written, StandardCharsets.US_ASCII).strip());
            if (!signer.verify(pack.digest().toString().getBytes(StandardCharsets.US_ASCII), signature)) {
                throw PackRefused.unsigned(pack.name(), "the signature is of another key or of other files");
            }
        } catch (IllegalArgumentException _) {
            throw PackRefused.unsigned(pack.name(), PackFiles.SIGNATURE + " holds no signature in base64url");
        }
    }

    private void write(Map<String, Digest> pinned) throws IOException {
        StringBuilder lines = new StringBuilder();
        pinned.forEach(
                (name, digest) -> lines.append(digest).append(' ').append(name).append('\n'));
        Path fresh = Files.createTempFile(folder, ".pinning-", "");
        Files.writeString(fresh, lines);
        Files.move(fresh, folder.resolve(LIST), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

package dev.waybill.receipt.key;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Signing keys on disk, readable by their owner only: one file, replaced as a whole.
///
/// The last key is the current one. A rotation adds a new key and retires the old one after an overlap, in
/// which receipts of either verify.
public final class KeyDirectory {

    private static final String FILE = "signing-keys.json";

    private final Path directory;

    public KeyDirectory(Path directory) {
        this.directory = directory;
    }

    public Path file() {
        return directory.resolve(FILE);
    }

    /// The key that signs now; empty before the first one was made.
    public Optional<SigningKey> current() throws IOException {
        List<SigningKey> keys = all();
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.getLast());
    }

    /// All keys, the current one last.
    public List<SigningKey> all() throws IOException {
        if (!Files.exists(file())) {
            return List.of();
        }
        try {
            JsonObject document = JsonReader.readObject(Files.readAllBytes(file()), JsonLimits.DOCUMENT);
            List<SigningKey> keys = new ArrayList<>();
            for (JsonValue jwk : document.array("keys").orElse(JsonArray.EMPTY)) {
                keys.add(SigningKey.fromJwk(jwk.asObject().orElse(JsonObject.EMPTY)));
            }
            return keys;
        } catch (JsonException | IllegalArgumentException e) {
            throw new IOException(file() + " is damaged: " + e.getMessage(), e);
        }
    }

    /// The public halves, with the times in which each may sign and the names that it took over.
    public List<VerificationKey> publicKeys() throws IOException {
        return SigningKey.published(all());
    }

    /// Makes a key the current one. The one before it retires after the overlap.
    public void rotateTo(SigningKey next, long nowEpochSeconds, long overlapSeconds) throws IOException {
        change(keys -> {
            if (!keys.isEmpty()) {
                keys.add(keys.removeLast().retiringAt(nowEpochSeconds + overlapSeconds));
            }
            keys.add(keys.isEmpty() ? next : next.startingAt(nowEpochSeconds));
        });
    }

    /// Revokes a key. Where none is left to sign with, another one becomes the current key at once.
    ///
    /// @param revoked the key as it is from now on
    /// @param next to go on with, if need be
    /// @return whether the other one is in use now
    public boolean revoke(SigningKey revoked, SigningKey next, long nowEpochSeconds) throws IOException {
        AtomicBoolean needed = new AtomicBoolean();
        change(keys -> {
            keys.replaceAll(key -> key.kid().equals(revoked.kid()) ? revoked : key);
            needed.set(SigningKey.newestAt(keys, nowEpochSeconds).isEmpty());
            if (needed.get()) {
                keys.add(next.startingAt(nowEpochSeconds));
            }
        });
        return needed.get();
    }

    private void change(Consumer<List<SigningKey>> change) throws IOException {
        createDirectory();
        Path lock = directory.resolve(FILE + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            List<SigningKey> keys = new ArrayList<>(all());
            change.accept(keys);
            write(keys);
        }
    }

    private void createDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        }
    }

    private void write(List<SigningKey> keys) throws IOException {
        List<JsonValue> jwks = new ArrayList<>();
        keys.forEach(key -> jwks.add(key.toPrivateJwk()));
        JsonObject document = JsonObject.of("keys", new JsonArray(jwks));
        writeSecret(file(), JsonWriter.pretty(document) + "\n");
    }

    /// Writes a file that only its owner may read, all of it or nothing.
    public static void writeSecret(Path target, String text) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path temporary = Files.createTempFile(
                absolute.getParent(), "." + absolute.getFileName(), ".new", ownerOnly("rw-------"));
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}

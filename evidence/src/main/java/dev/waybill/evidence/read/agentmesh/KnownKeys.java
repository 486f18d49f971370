package dev.waybill.evidence.read.agentmesh;

import dev.waybill.evidence.read.RecordSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The public keys that a store of AgentMesh keeps, `keys/mesh_….pub`. A signature by any key holds; only whose key is
/// here is known to the store.
record KnownKeys(@Nullable Path folder) {

    /// For what lies beside no keys: nobody can say who is known.
    static final KnownKeys NONE = new KnownKeys(null);

    private static final Pattern KEY_ID = Pattern.compile("mesh_[0-9a-f]{16}");
    private static final int LONGEST_FILE = 4096;

    /// An Ed25519 key in X.509 is these many bytes, of which the last 32 are the point.
    private static final int ENCODED = 44;

    private static final int POINT = 32;

    /// @param store the folder of AgentMesh, or of the repository that it lies in
    /// @param sink learns what the answers rest on
    static KnownKeys in(@Nullable Path store, RecordSink sink) {
        if (store == null) {
            return NONE;
        }
        List<Path> folders =
                List.of(store.resolve("keys"), store.resolve(".agentmesh").resolve("keys"));
        folders.forEach(sink::leansOn);
        return folders.stream()
                .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .map(KnownKeys::new)
                .orElse(NONE);
    }

    /// A signer's name with what is known of it.
    String told(String keyId) {
        return folder == null ? keyId : keyId + (isKnown(folder, keyId) ? " (known key)" : " (unknown key)");
    }

    /// A file counts when its bytes are the key that its name says.
    private static boolean isKnown(Path folder, String keyId) {
        // The name comes from a record: it must not lead anywhere else.
        if (!KEY_ID.matcher(keyId).matches()) {
            return false;
        }
        Path file = folder.resolve(keyId + ".pub");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return point(in.readNBytes(LONGEST_FILE))
                    .filter(point -> Witness.keyId(point).equals(keyId))
                    .isPresent();
        } catch (IOException _) {
            // What cannot be read is not known.
            return false;
        }
    }

    /// The 32 bytes of a public key in PEM.
    static Optional<byte[]> point(byte[] pem) {
        String text = new String(pem, StandardCharsets.ISO_8859_1)
                .replaceAll("-----[A-Z ]+-----", "")
                .replaceAll("\\s", "");
        try {
            byte[] encoded = Base64.getDecoder().decode(text);
            return encoded.length == ENCODED
                    ? Optional.of(Arrays.copyOfRange(encoded, ENCODED - POINT, ENCODED))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}

package dev.waybill.bench;

import dev.waybill.base.Digest;
import java.security.DigestException;
import java.security.MessageDigest;

/// The hashes that an RFC 6962 tree cannot do without, and nothing else: as many and as long.
final class RawSha256 {

    private static final int LEAF = 1 + Digest.LENGTH;
    private static final int NODE = 1 + 2 * Digest.LENGTH;

    private final MessageDigest sha256 = Digest.newSha256();
    private final byte[] input = new byte[NODE];
    private final byte[] output = new byte[Digest.LENGTH];

    /// The hashes of `leaves` leaves and of the nodes above them.
    byte[] tree(int leaves) {
        for (int i = 0; i < leaves; i++) {
            hash(LEAF);
        }
        for (int i = 1; i < leaves; i++) {
            hash(NODE);
        }
        return output;
    }

    private void hash(int length) {
        try {
            sha256.update(input, 0, length);
            sha256.digest(output, 0, output.length);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 writes 32 bytes", e);
        }
    }
}

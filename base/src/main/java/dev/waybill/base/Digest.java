package dev.waybill.base;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// A SHA-256 digest. Its text is `sha256:` and 64 lower-case hexadecimal digits, and only that.
/// Digests are ordered bytewise, which is the order of their texts.
public final class Digest implements Comparable<Digest> {

    public static final int LENGTH = 32;
    public static final String PREFIX = "sha256:";

    private static final int TEXT_LENGTH = PREFIX.length() + 2 * LENGTH;
    private static final HexFormat HEX = HexFormat.of();
    private static final ThreadLocal<MessageDigest> SHA256 = ThreadLocal.withInitial(Digest::newSha256);

    private final byte[] bytes;

    private Digest(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The digest of some bytes.
    public static Digest of(byte[] content) {
        return new Digest(SHA256.get().digest(content));
    }

    /// The digest of some bytes and others behind them.
    public static Digest of(byte[] first, byte[] rest) {
        MessageDigest sha256 = SHA256.get();
        sha256.update(first);
        return new Digest(sha256.digest(rest));
    }

    /// A digest that was computed elsewhere.
    public static Digest ofBytes(byte[] digest) {
        if (digest.length != LENGTH) {
            throw new IllegalArgumentException("a SHA-256 digest has 32 bytes, found " + digest.length);
        }
        return new Digest(digest.clone());
    }

    /// A digest that lies among others in one array.
    public static Digest ofBytes(byte[] source, int offset) {
        return new Digest(Arrays.copyOfRange(source, offset, checkEnd(source, offset)));
    }

    private static int checkEnd(byte[] source, int offset) {
        if (offset < 0 || offset > source.length - LENGTH) {
            throw new IllegalArgumentException(
                    "expected 32 bytes from offset %d, found %d in all".formatted(offset, source.length));
        }
        return offset + LENGTH;
    }

    /// Reads `sha256:<64 hex>`; any other spelling is refused, so one digest has one text.
    public static Digest parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected sha256: and 64 lower-case hexadecimal digits, found \"" + text + "\""));
    }

    public static Optional<Digest> tryParse(String text) {
        if (text.length() != TEXT_LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        for (int i = PREFIX.length(); i < TEXT_LENGTH; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return Optional.empty();
            }
        }
        return Optional.of(new Digest(HEX.parseHex(text, PREFIX.length(), TEXT_LENGTH)));
    }

    /// A fresh SHA-256, for hashing in pieces.
    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    /// Copies the 32 bytes into a larger array without an allocation.
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, LENGTH);
    }

    /// The 64 hexadecimal digits without the prefix.
    public String hex() {
        return HEX.formatHex(bytes);
    }

    @Override
    public int compareTo(Digest other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest digest && MessageDigest.isEqual(bytes, digest.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return PREFIX + hex();
    }
}

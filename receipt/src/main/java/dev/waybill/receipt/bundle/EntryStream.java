package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// The content of one file of an archive, hashed as it flows by and cut where the directory says it ends.
public final class EntryStream extends InputStream {

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final ArchiveEntry entry;
    private final CRC32 crc = new CRC32();
    private final MessageDigest sha256 = Digest.newSha256();
    private long length;
    private boolean more;

    EntryStream(InputStream in, ArchiveEntry entry) {
        this.in = in;
        this.entry = entry;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int wanted) throws IOException {
        long left = entry.size() - length;
        if (left <= 0) {
            more |= length == entry.size() && readBelow(new byte[1], 0, 1) > 0;
            return -1;
        }
        int read = readBelow(target, from, (int) Math.min(wanted, left));
        if (read > 0) {
            crc.update(target, from, read);
            sha256.update(target, from, read);
            length += read;
        }
        return read;
    }

    private int readBelow(byte[] target, int from, int wanted) throws IOException {
        try {
            return in.read(target, from, wanted);
        } catch (ZipException | EOFException e) {
            throw new ArchiveRefused(ArchiveFault.ZIP_DAMAGED, entry.name() + " cannot be inflated");
        }
    }

    /// Reads what is left, so that the digest covers everything.
    void drain() throws IOException {
        byte[] rest = new byte[BUFFER];
        while (read(rest, 0, rest.length) >= 0) {
            // Only the digest needs these bytes.
        }
    }

    /// After the end: how the content differs from what the directory says; null when it does not.
    public @Nullable String damage() {
        if (length != entry.size() || more) {
            return entry.name() + " should have " + entry.size() + " bytes and has " + (more ? "more" : length);
        }
        return crc.getValue() == entry.crc() ? null : "the checksum of " + entry.name() + " does not fit its bytes";
    }

    /// After the end: the digest of all that was read.
    Digest digest() {
        return Digest.ofBytes(sha256.digest());
    }

    long length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

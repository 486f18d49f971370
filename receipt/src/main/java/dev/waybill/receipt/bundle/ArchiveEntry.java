package dev.waybill.receipt.bundle;

/// One file of a zip archive, as the central directory describes it.
///
/// @param offset where its local header begins
public record ArchiveEntry(
        String name,
        int flags,
        int method,
        long crc,
        long compressedSize,
        long size,
        long offset,
        int madeBy,
        long externalAttributes) {

    static final int STORED = 0;
    static final int DEFLATED = 8;

    private static final int ENCRYPTED = 1;
    private static final int UNIX = 3;
    private static final int UNIX_TYPE_MASK = 0xF000;
    private static final int UNIX_PLAIN_FILE = 0x8000;

    /// A stored file as we write it.
    static ArchiveEntry stored(String name, long crc, long size, long offset) {
        return new ArchiveEntry(
                name, ZipLayout.UTF8_NAMES, STORED, crc, size, size, offset, ZipLayout.MADE_BY, ZipLayout.PLAIN_FILE);
    }

    public boolean encrypted() {
        return (flags & ENCRYPTED) != 0;
    }

    /// Whether its name stays inside the archive.
    public boolean contained() {
        return !ZipPaths.unsafe(name);
    }

    /// Whether it is a plain file, not a folder, a link or a device.
    public boolean plainFile() {
        int type = (int) (externalAttributes >>> 16) & UNIX_TYPE_MASK;
        boolean special = madeBy >>> 8 == UNIX && type != 0 && type != UNIX_PLAIN_FILE;
        return !name.endsWith("/") && !special;
    }
}

package dev.waybill.receipt.bundle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The table of contents at the end of a zip file, read with bounds and without trust.
///
/// @param offset where it begins, which is where the last file must have ended
/// @param commented whether bytes of no meaning follow the end record
record CentralDirectory(List<ArchiveEntry> entries, long offset, boolean commented) {

    /// PEAC's limit, and far more than any bundle needs.
    static final int MAX_ENTRIES = 10_000;

    private static final int MAX_LENGTH = 16 << 20;

    static CentralDirectory read(FileChannel channel) throws IOException {
        long end = endRecord(channel);
        ByteBuffer record = bytes(channel, end, ZipLayout.END_LENGTH);
        boolean commented = record.getShort(20) != 0;
        long count = record.getShort(10) & ZipLayout.MAX_16;
        long length = record.getInt(12) & ZipLayout.MAX_32;
        long offset = record.getInt(16) & ZipLayout.MAX_32;
        if (record.getInt(4) != 0 || record.getShort(8) != record.getShort(10)) {
            throw new ArchiveRefused(ArchiveFault.ZIP_UNSUPPORTED, "expected an archive of one part");
        }
        if (count == ZipLayout.MAX_16 || offset == ZipLayout.MAX_32 || length == ZipLayout.MAX_32) {
            ByteBuffer wide = zip64Record(channel, end);
            count = wide.getLong(32);
            length = wide.getLong(40);
            offset = wide.getLong(48);
            end -= ZipLayout.ZIP64_END_LENGTH + ZipLayout.ZIP64_LOCATOR_LENGTH;
        }
        checkBounds(count, length, offset, end);
        return new CentralDirectory(entries(bytes(channel, offset, (int) length), (int) count), offset, commented);
    }

    private static void checkBounds(long count, long length, long offset, long end) {
        if (count < 0 || count > MAX_ENTRIES || length > MAX_LENGTH) {
            throw new ArchiveRefused(
                    ArchiveFault.ZIP_TOO_LARGE, "expected at most " + MAX_ENTRIES + " files, the archive has " + count);
        }
        if (offset < 0 || length < 0 || offset != end - length) {
            throw new ArchiveRefused(
                    ArchiveFault.ZIP_TRUNCATED,
                    "the directory should reach from byte %d to %d, but the end record stands at %d"
                            .formatted(offset, offset + length, end));
        }
    }

    /// The end record is the last thing in the file, but for a comment whose length it states.
    private static long endRecord(FileChannel channel) throws IOException {
        long size = channel.size();
        int window = (int) Math.min(size, ZipLayout.END_LENGTH + ZipLayout.MAX_16);
        ByteBuffer tail = bytes(channel, size - window, window);
        for (int at = window - ZipLayout.END_LENGTH; at >= 0; at--) {
            int comment = tail.getShort(at + 20) & ZipLayout.MAX_16;
            if (tail.getInt(at) == ZipLayout.END && at + ZipLayout.END_LENGTH + comment == window) {
                return size - window + at;
            }
        }
        throw new ArchiveRefused(
                ArchiveFault.ZIP_TRUNCATED, "the file has no end record: it is cut off or not a zip file");
    }

    private static ByteBuffer zip64Record(FileChannel channel, long end) throws IOException {
        long locator = end - ZipLayout.ZIP64_LOCATOR_LENGTH;
        long record = locator - ZipLayout.ZIP64_END_LENGTH;
        if (record >= 0) {
            ByteBuffer pointer = bytes(channel, locator, ZipLayout.ZIP64_LOCATOR_LENGTH);
            ByteBuffer wide = bytes(channel, record, ZipLayout.ZIP64_END_LENGTH);
            if (pointer.getInt(0) == ZipLayout.ZIP64_LOCATOR
                    && pointer.getLong(8) == record
                    && wide.getInt(0) == ZipLayout.ZIP64_END) {
                return wide;
            }
        }
        throw new ArchiveRefused(ArchiveFault.ZIP_TRUNCATED, "the archive promises a Zip64 record and has none");
    }

    private static List<ArchiveEntry> entries(ByteBuffer directory, int count) {
        List<ArchiveEntry> entries = new ArrayList<>();
        while (directory.remaining() >= ZipLayout.CENTRAL_LENGTH) {
            entries.add(entry(directory));
        }
        if (directory.hasRemaining() || entries.size() != count) {
            throw damaged("the directory lists " + entries.size() + " files, its end record says " + count);
        }
        return entries;
    }

    private static ArchiveEntry entry(ByteBuffer in) {
        int start = in.position();
        if (in.getInt(start) != ZipLayout.CENTRAL) {
            throw damaged("the directory has no entry at its byte " + start);
        }
        int nameLength = in.getShort(start + 28) & ZipLayout.MAX_16;
        int extraLength = in.getShort(start + 30) & ZipLayout.MAX_16;
        int commentLength = in.getShort(start + 32) & ZipLayout.MAX_16;
        int extra = start + ZipLayout.CENTRAL_LENGTH + nameLength;
        if (extra + extraLength + commentLength > in.limit()) {
            throw damaged("an entry of the directory reaches beyond its end");
        }
        long[] wide = {
            in.getInt(start + 24) & ZipLayout.MAX_32,
            in.getInt(start + 20) & ZipLayout.MAX_32,
            in.getInt(start + 42) & ZipLayout.MAX_32
        };
        widen(wide, in, extra, extra + extraLength);
        in.position(extra + extraLength + commentLength);
        return new ArchiveEntry(
                name(in, start + ZipLayout.CENTRAL_LENGTH, nameLength),
                in.getShort(start + 8) & ZipLayout.MAX_16,
                in.getShort(start + 10) & ZipLayout.MAX_16,
                in.getInt(start + 16) & ZipLayout.MAX_32,
                wide[1],
                wide[0],
                wide[2],
                in.getShort(start + 4) & ZipLayout.MAX_16,
                in.getInt(start + 38) & ZipLayout.MAX_32);
    }

    /// Takes size, compressed size and offset from the Zip64 field where the short ones are full.
    private static void widen(long[] values, ByteBuffer in, int from, int to) {
        for (int at = from; at + 4 <= to; ) {
            int length = in.getShort(at + 2) & ZipLayout.MAX_16;
            int field = at + 4;
            if ((in.getShort(at) & ZipLayout.MAX_16) == ZipLayout.ZIP64_EXTRA) {
                for (int i = 0; i < values.length; i++) {
                    if (values[i] == ZipLayout.MAX_32 && field + 8 <= Math.min(to, at + 4 + length)) {
                        values[i] = in.getLong(field);
                        field += 8;
                    }
                }
            }
            at += 4 + length;
        }
        for (long value : values) {
            if (value < 0) {
                throw damaged("an entry of the directory has a negative size or place");
            }
        }
    }

    private static String name(ByteBuffer in, int at, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(in.slice(at, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ArchiveRefused(ArchiveFault.ZIP_UNSAFE_PATH, "a file name in the archive is not UTF-8");
        }
    }

    static ByteBuffer bytes(FileChannel channel, long offset, int length) throws IOException {
        return ZipLayout.buffer(read(channel, offset, length));
    }

    static byte[] read(FileChannel channel, long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer target = ByteBuffer.wrap(bytes);
        while (target.hasRemaining()) {
            if (channel.read(target, offset + target.position()) < 0) {
                throw new ArchiveRefused(
                        ArchiveFault.ZIP_TRUNCATED, "the file ends inside of what should be read at byte " + offset);
            }
        }
        return bytes;
    }

    private static ArchiveRefused damaged(String message) {
        return new ArchiveRefused(ArchiveFault.ZIP_DAMAGED, message);
    }
}

package dev.waybill.receipt.bundle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;

/// The one way in which we write a zip file: stored files, no times, no comments, no gaps.
///
/// The reader of a Waybill bundle compares every byte of structure with this, so nothing in a bundle can
/// be changed without being seen, and equal content gives equal files.
final class ZipLayout {

    static final int LOCAL = 0x04034b50;
    static final int CENTRAL = 0x02014b50;
    static final int END = 0x06054b50;
    static final int ZIP64_END = 0x06064b50;
    static final int ZIP64_LOCATOR = 0x07064b50;

    static final int LOCAL_LENGTH = 30;
    static final int CENTRAL_LENGTH = 46;
    static final int END_LENGTH = 22;
    static final int ZIP64_END_LENGTH = 56;
    static final int ZIP64_LOCATOR_LENGTH = 20;

    static final int ZIP64_EXTRA = 1;
    static final int UTF8_NAMES = 0x0800;
    static final int VERSION = 45;
    static final int MADE_BY = 3 << 8 | VERSION;
    static final long PLAIN_FILE = 0x81A40000L;

    /// A field that holds this value is found in the Zip64 extra field instead.
    static final long MAX_32 = 0xFFFFFFFFL;

    static final int MAX_16 = 0xFFFF;

    private static final int MIDNIGHT = 0;
    private static final int FIRST_OF_JANUARY_1980 = 0x0021;
    private static final int LOCAL_EXTRA_LENGTH = 20;

    private ZipLayout() {}

    /// Where the content of an entry begins, after its local header.
    static long contentOffset(ArchiveEntry entry) {
        return entry.offset() + LOCAL_LENGTH + name(entry).length + LOCAL_EXTRA_LENGTH;
    }

    /// Sizes always stand in the Zip64 field: a header of one length can be completed after streaming.
    static byte[] localHeader(ArchiveEntry entry) {
        byte[] name = name(entry);
        byte[] header = new byte[LOCAL_LENGTH + name.length + LOCAL_EXTRA_LENGTH];
        ByteBuffer out = buffer(header);
        out.putInt(LOCAL);
        putCommon(out, entry);
        out.putInt(-1).putInt(-1).putShort((short) name.length).putShort((short) LOCAL_EXTRA_LENGTH);
        out.put(name);
        out.putShort((short) ZIP64_EXTRA).putShort((short) 16);
        out.putLong(entry.size()).putLong(entry.compressedSize());
        return header;
    }

    static byte[] centralHeader(ArchiveEntry entry) {
        byte[] name = name(entry);
        byte[] extra = centralExtra(entry);
        byte[] header = new byte[CENTRAL_LENGTH + name.length + extra.length];
        ByteBuffer out = buffer(header);
        out.putInt(CENTRAL).putShort((short) MADE_BY);
        putCommon(out, entry);
        out.putInt(narrow(entry.compressedSize())).putInt(narrow(entry.size()));
        out.putShort((short) name.length).putShort((short) extra.length);
        // No comment, first disk, no internal attributes.
        out.putShort((short) 0).putShort((short) 0).putShort((short) 0);
        out.putInt((int) PLAIN_FILE).putInt(narrow(entry.offset()));
        out.put(name).put(extra);
        return header;
    }

    private static void putCommon(ByteBuffer out, ArchiveEntry entry) {
        out.putShort((short) VERSION).putShort((short) UTF8_NAMES).putShort((short) ArchiveEntry.STORED);
        out.putShort((short) MIDNIGHT).putShort((short) FIRST_OF_JANUARY_1980).putInt((int) entry.crc());
    }

    private static byte[] centralExtra(ArchiveEntry entry) {
        long[] wide = LongStream.of(entry.size(), entry.compressedSize(), entry.offset())
                .filter(value -> value >= MAX_32)
                .toArray();
        byte[] extra = new byte[wide.length == 0 ? 0 : 4 + 8 * wide.length];
        if (wide.length > 0) {
            ByteBuffer out = buffer(extra).putShort((short) ZIP64_EXTRA).putShort((short) (8 * wide.length));
            for (long value : wide) {
                out.putLong(value);
            }
        }
        return extra;
    }

    /// Everything after the last file: the directory and its end records.
    static byte[] tail(List<ArchiveEntry> entries, long directoryOffset) {
        List<byte[]> headers = entries.stream().map(ZipLayout::centralHeader).toList();
        int directory = headers.stream().mapToInt(header -> header.length).sum();
        boolean wide = directoryOffset >= MAX_32 || entries.size() >= MAX_16;
        int zip64 = wide ? ZIP64_END_LENGTH + ZIP64_LOCATOR_LENGTH : 0;
        byte[] tail = new byte[directory + zip64 + END_LENGTH];
        ByteBuffer out = buffer(tail);
        headers.forEach(out::put);
        if (wide) {
            putZip64End(out, entries.size(), directory, directoryOffset);
        }
        short count = (short) Math.min(entries.size(), MAX_16);
        out.putInt(END).putShort((short) 0).putShort((short) 0).putShort(count).putShort(count);
        out.putInt(directory).putInt(narrow(directoryOffset)).putShort((short) 0);
        return tail;
    }

    private static void putZip64End(ByteBuffer out, int count, int directory, long directoryOffset) {
        out.putInt(ZIP64_END).putLong(ZIP64_END_LENGTH - 12);
        out.putShort((short) MADE_BY).putShort((short) VERSION).putInt(0).putInt(0);
        out.putLong(count).putLong(count).putLong(directory).putLong(directoryOffset);
        out.putInt(ZIP64_LOCATOR).putInt(0).putLong(directoryOffset + directory).putInt(1);
    }

    private static int narrow(long value) {
        return (int) Math.min(value, MAX_32);
    }

    private static byte[] name(ArchiveEntry entry) {
        return entry.name().getBytes(StandardCharsets.UTF_8);
    }

    static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

package dev.waybill.evidence.read.agentmesh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// The plain files of a small `.tar.gz`, held in memory. Whoever packs more than the limits gets no second look.
final class TarGz {

    private static final int BLOCK = 512;
    private static final int MOST_ENTRIES = 64;
    private static final int LONGEST_FILLING = 1 << 20;
    private static final long MOST_BYTES = 256L << 20;

    private static final int NAME_LENGTH = 100;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int CHECKSUM_OFFSET = 148;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int TYPE_OFFSET = 156;

    private TarGz() {}

    /// @throws IOException when it is no such archive, is damaged, or is larger than a pack may be
    static Map<String, byte[]> read(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return entries(in);
        }
    }

    private static Map<String, byte[]> entries(InputStream in) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        long left = MOST_BYTES;
        for (byte[] header = block(in); !isEmpty(header); header = block(in)) {
            String name = text(header, 0, NAME_LENGTH);
            long size = octal(header, SIZE_OFFSET, SIZE_LENGTH);
            checkSum(header, name);
            left -= size;
            if (size < 0 || left < 0 || entries.size() == MOST_ENTRIES) {
                throw new IOException("expected a pack of at most %d files and %d bytes, found more"
                        .formatted(MOST_ENTRIES, MOST_BYTES));
            }
            byte[] content = exactly(in, (int) size);
            exactly(in, (int) (-size & BLOCK - 1));
            boolean plain = header[TYPE_OFFSET] == '0' || header[TYPE_OFFSET] == 0;
            if (plain && entries.put(name, content) != null) {
                throw new IOException("the archive holds " + name + " twice");
            }
        }
        drain(in);
        return entries;
    }

    /// Reads what fills the last record, so that gzip compares its checksum.
    private static void drain(InputStream in) throws IOException {
        if (in.readNBytes(LONGEST_FILLING + 1).length > LONGEST_FILLING) {
            throw new IOException("expected the end of the archive, found more");
        }
    }

    /// A header, or zeros at the end: an archive that just stops has lost its last files.
    private static byte[] block(InputStream in) throws IOException {
        return exactly(in, BLOCK);
    }

    private static byte[] exactly(InputStream in, int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length != size) {
            throw new IOException("the archive ends too early");
        }
        return bytes;
    }

    private static boolean isEmpty(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] header, int offset, int length) {
        int end = offset;
        while (end < offset + length && header[end] != 0) {
            end++;
        }
        return new String(header, offset, end - offset, StandardCharsets.UTF_8);
    }

    private static long octal(byte[] header, int offset, int length) throws IOException {
        String digits = text(header, offset, length).trim();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException _) {
            throw new IOException("expected an octal number in the archive's header");
        }
    }

    private static void checkSum(byte[] header, String name) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean own = i >= CHECKSUM_OFFSET && i < CHECKSUM_OFFSET + CHECKSUM_LENGTH;
            sum += own ? ' ' : header[i] & 0xFF;
        }
        if (sum != octal(header, CHECKSUM_OFFSET, CHECKSUM_LENGTH)) {
            throw new IOException("the archive's header of " + name + " is damaged");
        }
    }
}

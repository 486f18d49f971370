package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/// A zip file opened for random access. Nothing is unpacked to disk, and nothing in it is trusted.
public final class ZipArchive implements Closeable {

    private static final int DATA_DESCRIPTOR = 8;

    private final FileChannel channel;
    private final CentralDirectory directory;

    private ZipArchive(FileChannel channel, CentralDirectory directory) {
        this.channel = channel;
        this.directory = directory;
    }

    /// @throws ArchiveRefused when it is not a whole zip file
    public static ZipArchive open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new ZipArchive(channel, CentralDirectory.read(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public List<ArchiveEntry> entries() {
        return directory.entries();
    }

    public Optional<ArchiveEntry> find(String name) {
        return entries().stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /// Refuses what no honest writer makes: names twice, shared bytes, encryption.
    public void checkStructure() throws IOException {
        List<ArchiveEntry> sorted = new ArrayList<>(entries());
        sorted.sort(Comparator.comparing(ArchiveEntry::name));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
                throw new ArchiveRefused(
                        ArchiveFault.ZIP_DUPLICATE_NAME,
                        "the archive holds " + sorted.get(i).name() + " twice");
            }
        }
        sorted.sort(Comparator.comparingLong(ArchiveEntry::offset));
        for (int i = 0; i < sorted.size(); i++) {
            ArchiveEntry entry = sorted.get(i);
            long limit = i + 1 < sorted.size() ? sorted.get(i + 1).offset() : directory.offset();
            // Written as a difference, so that huge sizes do not overflow.
            if (entry.compressedSize() > limit - contentOffset(entry)) {
                throw new ArchiveRefused(
                        ArchiveFault.ZIP_OVERLAP, entry.name() + " reaches into what follows it at byte " + limit);
            }
        }
    }

    /// Where an entry's bytes begin, after a local header that must agree with the directory.
    private long contentOffset(ArchiveEntry entry) throws IOException {
        if (entry.offset() > directory.offset() - ZipLayout.LOCAL_LENGTH) {
            throw new ArchiveRefused(ArchiveFault.ZIP_TRUNCATED, entry.name() + " begins beyond the archive's files");
        }
        ByteBuffer header = CentralDirectory.bytes(channel, entry.offset(), ZipLayout.LOCAL_LENGTH);
        int nameLength = header.getShort(26) & ZipLayout.MAX_16;
        int extraLength = header.getShort(28) & ZipLayout.MAX_16;
        byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
        boolean agrees = header.getInt(0) == ZipLayout.LOCAL
                && (header.getShort(6) & ZipLayout.MAX_16) == entry.flags()
                && (header.getShort(8) & ZipLayout.MAX_16) == entry.method()
                && ((entry.flags() & DATA_DESCRIPTOR) != 0 || (header.getInt(14) & ZipLayout.MAX_32) == entry.crc())
                && nameLength == name.length
                && Arrays.equals(
                        CentralDirectory.read(channel, entry.offset() + ZipLayout.LOCAL_LENGTH, nameLength), name);
        if (!agrees) {
            throw new ArchiveRefused(
                    ArchiveFault.ZIP_DAMAGED, "the directory and the file's own header disagree on " + entry.name());
        }
        return entry.offset() + ZipLayout.LOCAL_LENGTH + nameLength + extraLength;
    }

    /// The content of an entry, never longer than the directory says.
    public EntryStream open(ArchiveEntry entry) throws IOException {
        if (entry.encrypted() || (entry.method() != ArchiveEntry.STORED && entry.method() != ArchiveEntry.DEFLATED)) {
            throw new ArchiveRefused(
                    ArchiveFault.ZIP_UNSUPPORTED, entry.name() + " is encrypted or compressed in an unknown way");
        }
        InputStream raw = new ChannelSlice(channel, contentOffset(entry), entry.compressedSize());
        if (entry.method() == ArchiveEntry.STORED) {
            return new EntryStream(raw, entry);
        }
        return new EntryStream(new InflaterInputStream(raw, new Inflater(true)), entry);
    }

    /// Reads a small file whole.
    ///
    /// @throws ArchiveRefused when it is larger than allowed or damaged
    public byte[] read(ArchiveEntry entry, int limit) throws IOException {
        if (entry.size() > limit) {
            throw new ArchiveRefused(
                    ArchiveFault.ZIP_TOO_LARGE,
                    "expected " + entry.name() + " to have at most " + limit + " bytes, found " + entry.size());
        }
        try (EntryStream in = open(entry)) {
            byte[] content = in.readNBytes((int) entry.size());
            in.drain();
            String damage = in.damage();
            if (damage != null) {
                throw new ArchiveRefused(ArchiveFault.ZIP_DAMAGED, damage);
            }
            return content;
        }
    }

    /// The first place where the file differs from how we write bundles; null when there is none.
    @Nullable
    String deviation() throws IOException {
        long offset = 0;
        for (ArchiveEntry entry : entries()) {
            byte[] header = ZipLayout.localHeader(entry);
            if (entry.offset() != offset || !here(offset, header)) {
                return "the header of " + entry.name() + " is not the one that a bundle has at byte " + offset;
            }
            offset = ZipLayout.contentOffset(entry) + entry.size();
        }
        byte[] tail = ZipLayout.tail(entries(), offset);
        boolean same = directory.offset() == offset && channel.size() == offset + tail.length && here(offset, tail);
        return same ? null : "the directory is not the one that a bundle has at byte " + offset;
    }

    private boolean here(long offset, byte[] expected) throws IOException {
        return channel.size() - offset >= expected.length
                && Arrays.equals(CentralDirectory.read(channel, offset, expected.length), expected);
    }

    /// The digest and length of an entry, without keeping it.
    BundleFile digest(ArchiveEntry entry) throws IOException {
        try (EntryStream in = open(entry)) {
            in.drain();
            String damage = in.damage();
            if (damage != null) {
                throw new ArchiveRefused(ArchiveFault.ZIP_DAMAGED, damage);
            }
            Digest digest = in.digest();
            return new BundleFile(entry.name(), digest, in.length());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package dev.waybill.evidence.index;

import dev.waybill.base.Digest;
import dev.waybill.evidence.read.Bookmark;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file or folder as it was when it was read.
///
/// @param print empty when its reading failed: it is read again then
/// @param leans the prints of what its reader looked at besides
/// @param bookmark how far it was read; null when it must be read as a whole
/// @param edges of what was read, see [#edges]
record KnownSource(
        long id,
        int position,
        String print,
        Map<Path, String> leans,
        long records,
        @Nullable Bookmark bookmark,
        String edges) {

    /// A shorter beginning is read again: what is appended to it may let another reader take the file.
    static final int SHORTEST = SourceFile.HEAD;

    boolean isUnchanged(String now) throws IOException {
        return now.equals(print) && leansHold();
    }

    /// Whether something was appended, and nothing else was done to what was read before. Its middle is not read again
    /// for that; each record has a digest, which is looked at when the record is.
    boolean hasGrown(Path path, String now) throws IOException {
        return bookmark != null && Print.areOfOneFile(print, now) && leansHold() && edges.equals(edges(path, bookmark));
    }

    private boolean leansHold() throws IOException {
        for (Map.Entry<Path, String> lean : leans.entrySet()) {
            if (!Print.of(lean.getKey(), false).equals(lean.getValue())) {
                return false;
            }
        }
        return true;
    }

    /// A digest of the first bytes of a file and of the last ones before the bookmark; empty for a shorter file.
    static String edges(Path path, Bookmark bookmark) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() < bookmark.offset()) {
                return "";
            }
            MessageDigest digest = Digest.newSha256();
            for (long from : new long[] {0, bookmark.offset() - SHORTEST}) {
                ByteBuffer edge = ByteBuffer.allocate(SHORTEST);
                while (edge.hasRemaining() && channel.read(edge, from + edge.position()) >= 0) {
                    // until the edge is whole
                }
                digest.update(edge.flip());
            }
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}

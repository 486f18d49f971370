package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// Which of the indexes that lie at one place, one after the other, is there. A new one comes as a new folder, so
/// whoever finds the same edition before and after opening its files has files of one index.
///
/// @param folder what the system knows it by
record Edition(@Nullable Object folder, @Nullable FileTime made) {

    private static final Edition NONE = new Edition(null, null);

    static Edition at(Path folder) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(folder, BasicFileAttributes.class);
            return new Edition(attributes.fileKey(), attributes.lastModifiedTime());
        } catch (NoSuchFileException _) {
            return NONE;
        }
    }

    /// Whether it made room for another since, or is about to.
    boolean isLeaving(Path folder) throws IOException {
        return !equals(at(folder)) || (equals(NONE) && Files.exists(IndexFolder.outgoing(folder)));
    }
}

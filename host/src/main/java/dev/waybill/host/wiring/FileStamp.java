package dev.waybill.host.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/// What tells whether a file that is only ever replaced as a whole has been. Looking costs microseconds.
///
/// @param key the file's own number, where the system has one
record FileStamp(@Nullable Object key, @Nullable FileTime changedAt, long size) {

    private static final FileStamp NOT_THERE = new FileStamp(null, null, -1);

    static FileStamp of(Path file) throws IOException {
        // Asked first: that a file is not there is the usual case for one of them, and an exception costs ten looks.
        if (!Files.exists(file)) {
            return NOT_THERE;
        }
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(found.fileKey(), found.lastModifiedTime(), found.size());
        } catch (NoSuchFileException _) {
            return NOT_THERE;
        }
    }
}

package dev.waybill.host.wiring;

import java.io.IOException;
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
        // Asked this way, a file that is not there costs no exception: that is the usual case for one of them.
        BasicFileAttributes found =
                file.getFileSystem().provider().readAttributesIfExists(file, BasicFileAttributes.class);
        return found == null ? NOT_THERE : new FileStamp(found.fileKey(), found.lastModifiedTime(), found.size());
    }
}

package dev.waybill.evidence.read;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Takes what a reader finds, one after the other. One that remembers earlier readings is asked from where to read.
public interface RecordSink {

    /// Begins with a file or folder: what comes from now on was found there.
    ///
    /// @return from where it is to be read; nothing, when it is as it was when all of it was read
    default Optional<Bookmark> begin(Path root, Path path) throws IOException {
        return Optional.of(Bookmark.START);
    }

    /// What the reader says of the file rests on another file or folder, too: a key, a log beside a database.
    default void leansOn(Path beside) {}

    /// The file was read up to here, and can be read on from here when it has grown.
    default void readUpTo(Bookmark end) {}

    void record(FoundRecord found);

    /// Does with a record what can be done on any thread, before its turn comes.
    ///
    /// @return what is left to do when its turn has come
    default PreparedRecord prepared(FoundRecord found) {
        return integrity -> record(found.with(integrity));
    }

    void finding(Finding finding);

    /// Told once for each key under which a signature holds in a file.
    ///
    /// @param fingerprint the SHA-256 of the public key's 32 bytes, in hex
    default void signed(String fingerprint, Place place) {}
}

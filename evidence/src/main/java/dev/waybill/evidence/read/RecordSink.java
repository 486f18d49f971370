package dev.waybill.evidence.read;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Place;

/// Takes what a reader finds, one after the other.
public interface RecordSink {

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

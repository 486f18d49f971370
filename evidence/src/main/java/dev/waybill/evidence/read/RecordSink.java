package dev.waybill.evidence.read;

import dev.waybill.evidence.Finding;

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
}

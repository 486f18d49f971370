package dev.waybill.evidence.read;

import dev.waybill.evidence.Integrity;

/// A record with which everything was done that can be done before its turn.
@FunctionalInterface
public interface PreparedRecord {

    /// Takes the record in, now that its turn has come.
    ///
    /// @param integrity what is known of it by now: a chain is followed in the order of its records
    void take(Integrity integrity);
}

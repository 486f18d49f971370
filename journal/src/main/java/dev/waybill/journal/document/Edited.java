package dev.waybill.journal.document;

/// What became of an edit.
public sealed interface Edited {

    record Done(Document document) implements Edited {}

    /// Somebody else was first.
    ///
    /// @param version which is there now; 0 when there is none
    record Conflict(long version) implements Edited {}
}

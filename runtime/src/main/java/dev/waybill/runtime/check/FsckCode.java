package dev.waybill.runtime.check;

import java.util.Locale;

/// What can be wrong with a store. The names are stable.
public enum FsckCode {
    /// The list of runs cannot be read: a header is damaged.
    RUNS_UNREADABLE,
    /// A definition that a run has pinned is not there, or cannot be read.
    DEFINITION_MISSING,
    /// Bytes that are kept by their digest have another one.
    BLOB_CHANGED,
    /// The log has a gap, or ends before its head or after it.
    LOG_NOT_DENSE,
    /// The bytes are no event, or not the bytes that were written.
    EVENT_UNREADABLE,
    /// The event has another name than the one that follows from its run and place.
    EVENT_ID_CHANGED,
    /// The event cannot follow the ones before it.
    EVENT_IMPOSSIBLE,
    /// Deciding the run once more gives another event here.
    EVENT_NOT_REPEATED,
    /// An entry of a memory is not what the event says that tells of it.
    MEMORY_CHANGED,
    /// A file of the workspace is not what the event says that tells of it.
    WORKSPACE_CHANGED,
    /// What the store says about a run without folding it is not what the fold says.
    PROJECTION_WRONG,
    /// A row is not what was written into it, or does not fit the rows that belong to it.
    ROW_CHANGED,
    /// The run from which this one was forked is not there.
    SOURCE_MISSING,
    /// A fork's history is not its source's.
    PREFIX_CHANGED,
    /// A run that handed work over is not there, or does not know of it.
    PARENT_MISSING,
    /// A child that was created is not there, or says to be somebody else's.
    CHILD_MISSING,
    /// An event, or the creation of the run, requires a receipt and has none.
    RECEIPT_MISSING,
    /// A receipt signs for what requires none.
    RECEIPT_UNEXPECTED,
    /// A receipt says something else than the event that it signs for.
    RECEIPT_CONTRADICTS,
    /// The receipts of a run are not numbered from 0 without gaps.
    RECEIPTS_NOT_DENSE,
    /// A receipt, or the set of a run's receipts, does not verify.
    RECEIPT_INVALID,
    /// A run has ended and its summary is missing.
    SUMMARY_MISSING,
    /// What the store says about a run makes no sense, so that not everything about it could be checked.
    RUN_UNREADABLE,
    /// A deep check was asked for, and this run cannot be decided again here.
    RUN_NOT_REPEATED,
    /// No key is known for a receipt, so it cannot be judged.
    KEY_UNKNOWN;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it means that the store is damaged. What cannot be judged is not damaged.
    public boolean isDamage() {
        return this != KEY_UNKNOWN && this != RUN_NOT_REPEATED;
    }
}

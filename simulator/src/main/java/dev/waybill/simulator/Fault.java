package dev.waybill.simulator;

/// What can go wrong between a process and its store.
public enum Fault {
    /// Nothing does.
    NONE,
    /// The call does not arrive; the caller is told so.
    REFUSED,
    /// The call is done, its answer never arrives: the caller cannot know.
    ANSWER_LOST,
    /// The transaction arrives twice; the caller sees the first answer. Other calls arrive once.
    TWICE,
    /// The caller is told that nobody knows, and the transaction arrives before a later one. Other calls arrive at
    /// once.
    LATE
}

package dev.waybill.journal.store;

/// How much of a kind was not delivered.
///
/// @param waiting what is tried again
/// @param dead what was given up
public record Backlog(String kind, long waiting, long dead) {}

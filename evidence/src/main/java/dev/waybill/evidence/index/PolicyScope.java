package dev.waybill.evidence.index;

/// A lever of one consumer. A recommendation may have several consumers, and each applies it to itself alone.
///
/// @param lever in lower case
/// @param owner the system that the changes are of, as the prefix of an id
public record PolicyScope(String lever, String owner) {}

package dev.waybill.evidence.write;

/// What a pack holds, once it is there.
///
/// @param receipts how many; a record that was given twice is in once
/// @param root the digest that stands for all of them, in hex
public record WrittenPack(int receipts, String root) {}

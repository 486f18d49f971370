package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonObject;

/// A line of a file that holds one JSON object.
///
/// @param number from 1
/// @param offset where it begins in the file
/// @param raw its bytes, without the line's end
@SuppressWarnings("ArrayRecordComponent")
public record JsonLine(long number, long offset, byte[] raw, JsonObject json) {}

package dev.waybill.evidence.query;

import dev.waybill.evidence.index.IndexedRecord;

/// A step on the path to an answer.
///
/// @param role what the record is to the answer, in a word or two
/// @param depth how far it is from what was asked about
public record Line(IndexedRecord found, String role, int depth) {

    static Line of(IndexedRecord found, String role) {
        return new Line(found, role, 0);
    }
}

package dev.waybill.evidence.index;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;

/// A record with its number in the index, which tells two records of one id apart.
///
/// @param row from 0, in the order in which the records were found
public record IndexedRecord(int row, EvidenceRecord record) {

    public RecordContent content() {
        return record.content();
    }

    public QualifiedId id() {
        return record.id();
    }
}

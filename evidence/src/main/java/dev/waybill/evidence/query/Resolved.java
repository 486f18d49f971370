package dev.waybill.evidence.query;

import dev.waybill.evidence.index.IndexedRecord;
import java.util.List;

/// Where a reference leads.
sealed interface Resolved {

    record One(IndexedRecord record) implements Resolved {}

    /// Several different records have the id, and nothing tells which is meant.
    record Several(List<IndexedRecord> records) implements Resolved {}

    /// The id exists, in another system than the reference says.
    record OtherSystem(List<IndexedRecord> records) implements Resolved {}

    record Nowhere() implements Resolved {}
}

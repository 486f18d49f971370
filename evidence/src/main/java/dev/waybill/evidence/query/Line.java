package dev.waybill.evidence.query;

import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyTimes;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A step on the path to an answer.
///
/// @param role what the record is to the answer, in a word or two
/// @param depth how far it is from what was asked about
public record Line(IndexedRecord found, String role, int depth) {

    /// When it happened: for a change of a policy, when it took effect.
    public Optional<RecordTime> time() {
        return PolicyTimes.effective(found.content());
    }

    static Line of(IndexedRecord found, String role) {
        return new Line(found, role, 0);
    }

    /// A line for each record; of many, each is made when somebody looks at it.
    static List<Line> each(FoundRecords records, IntFunction<Line> line) {
        return records.areHeld()
                ? IntStream.range(0, records.size()).mapToObj(line).toList()
                : new LazyPath(records, line);
    }

    static List<Line> each(List<IndexedRecord> records, String role) {
        return records instanceof FoundRecords many
                ? each(many, place -> of(many.get(place), role))
                : records.stream().map(record -> of(record, role)).toList();
    }
}

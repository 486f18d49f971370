package dev.waybill.evidence.query;

import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Compares times of two records, and says where the comparison cannot be relied on.
final class Clocks {

    private final Duration skew;
    private final List<Gap> gaps = new ArrayList<>();

    Clocks(Duration skew) {
        this.skew = skew;
    }

    /// Notes what is doubtful about the order of two records.
    ///
    /// @param otherwise the answer, if they came in the other order
    void compare(
            IndexedRecord one,
            RecordTime oneTime,
            IndexedRecord other,
            RecordTime otherTime,
            Supplier<String> otherwise) {
        noteZone(one, oneTime);
        noteZone(other, otherTime);
        Duration between = Duration.between(oneTime.at(), otherTime.at()).abs();
        if (between.compareTo(skew) < 0 && !Store.of(one.record()).equals(Store.of(other.record()))) {
            note(
                    GapCode.CLOCK_SKEW,
                    one.id() + " and " + other.id() + " are " + millis(between)
                            + " ms apart by two clocks, less than the skew of " + millis(skew)
                            + " ms: their order is not certain; the other way round the answer is "
                            + otherwise.get());
        }
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }

    void noteZone(IndexedRecord record, RecordTime time) {
        if (!time.zoned()) {
            note(
                    GapCode.TIME_WITHOUT_ZONE,
                    record.id() + " has the time " + time.text() + " without a zone; it was read as UTC");
        }
    }

    void note(GapCode code, String message) {
        Gap gap = new Gap(code, message);
        if (!gaps.contains(gap)) {
            gaps.add(gap);
        }
    }

    Duration skew() {
        return skew;
    }

    List<Gap> gaps() {
        return gaps;
    }
}

package dev.waybill.evidence.index;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How changes of a policy are found by lever and time, so that the one in force at some moment is a single search
/// however many there are.
public final class PolicyTimes {

    private static final int LEVER_BITS = 16;
    private static final long MIDDLE = 1L << 47;

    private PolicyTimes() {}

    static boolean isChange(RecordContent content) {
        return ReceiptType.of(content.type())
                .filter(type -> type == ReceiptType.POLICY_APPLY || type == ReceiptType.POLICY_ROLLBACK)
                .isPresent();
    }

    /// The lever that a policy receipt is about; writers do not agree on capitals.
    public static Optional<String> lever(RecordContent content) {
        return content.facts().string(Fact.LEVER).map(PolicyTimes::lever);
    }

    public static String lever(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// When the change took effect: its own field says it better than the record's time.
    public static Optional<RecordTime> effective(RecordContent content) {
        return content.facts()
                .string(Fact.APPLIED_AT)
                .flatMap(RecordTime::parse)
                .or(() -> Optional.ofNullable(content.time()));
    }

    static long key(String lever, @Nullable RecordTime time, int hashBits) {
        return group(lever, hashBits) | (time == null ? 0 : millis(time.at().toEpochMilli()));
    }

    /// The lowest key of a lever, under which the changes without a time lie.
    static long group(String lever, int hashBits) {
        return Key.TYPE.hash(lever, Math.min(hashBits, LEVER_BITS));
    }

    /// Orders all times within 4,000 years of 1970, and never gives 0.
    static long millis(long epochMillis) {
        return Math.clamp(epochMillis + MIDDLE, 1, 2 * MIDDLE - 2);
    }
}

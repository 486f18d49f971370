package dev.waybill.evidence.index;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import java.util.Locale;
import java.util.Optional;

/// By which lever, of which owner and at which time a change of a policy is found.
public final class PolicyTimes {

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

    /// Whose policy a change is about: the consumer's that enacts it. A rollback belongs to the change that it names.
    public static String owner(RecordContent content) {
        boolean rollback = ReceiptType.of(content.type())
                .filter(ReceiptType.POLICY_ROLLBACK::equals)
                .isPresent();
        return (rollback && !content.parents().isEmpty() ? content.parents().getFirst() : content.id())
                .repo()
                .wire();
    }

    /// When the change took effect: its own field says it better than the record's time.
    public static Optional<RecordTime> effective(RecordContent content) {
        return content.facts()
                .string(Fact.APPLIED_AT)
                .flatMap(RecordTime::parse)
                .or(() -> Optional.ofNullable(content.time()));
    }
}

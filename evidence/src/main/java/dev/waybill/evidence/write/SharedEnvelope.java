package dev.waybill.evidence.write;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import java.util.List;
import java.util.Optional;

/// What several records are about together: what each of them says, and all say alike. Whatever one of them leaves
/// open is left open.
public final class SharedEnvelope {

    static final String ORIGIN = "waybill/evidence";

    private SharedEnvelope() {}

    /// The envelope of the whole; none when the records have nothing in common.
    public static EvidenceEnvelope of(List<EvidenceRecord> records) {
        EvidenceEnvelope shared = EvidenceEnvelope.NONE.with(EvidenceEnvelope.VERSION, "0");
        int known = 0;
        for (Field field : Field.values()) {
            Optional<String> value = value(records, field);
            if (value.isPresent()) {
                shared = shared.with(field.envelopeName(), value.get());
                known++;
            }
        }
        return known == 0 ? EvidenceEnvelope.NONE : shared.with(EvidenceEnvelope.ORIGIN, ORIGIN);
    }

    static Optional<String> value(List<EvidenceRecord> records, Field field) {
        if (records.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> first = value(records.getFirst(), field);
        return first.filter(
                _ -> records.stream().allMatch(record -> value(record, field).equals(first)));
    }

    private static Optional<String> value(EvidenceRecord record, Field field) {
        return record.content().identity().value(field);
    }
}

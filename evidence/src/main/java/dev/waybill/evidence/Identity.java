package dev.waybill.evidence;

import dev.waybill.base.EvidenceEnvelope;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// What a record is about, and for each of it whether the envelope or a native field says so. Absent means unknown.
public record Identity(Map<Field, Stated> fields) {

    /// @param value never empty
    public record Stated(String value, Basis basis) {}

    /// The envelope goes before native fields; an empty text is what some writers leave where they know nothing.
    public static Identity of(EvidenceEnvelope envelope, Map<Field, String> natives) {
        EnumMap<Field, Stated> fields = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            Optional<String> told = envelope.text(field.envelopeName()).filter(text -> !text.isEmpty());
            String own = natives.get(field);
            if (told.isPresent()) {
                fields.put(field, new Stated(told.get(), Basis.ENVELOPE));
            } else if (own != null && !own.isEmpty()) {
                fields.put(field, new Stated(own, Basis.NATIVE));
            }
        }
        return new Identity(fields);
    }

    public Optional<String> value(Field field) {
        return stated(field).map(Stated::value);
    }

    public Optional<Stated> stated(Field field) {
        return Optional.ofNullable(fields.get(field));
    }
}

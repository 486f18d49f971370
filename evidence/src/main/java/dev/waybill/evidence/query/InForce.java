package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was in force for one lever.
///
/// @param lever in lower case
/// @param applies the change in force; several when they happened at one instant; none when all were undone
/// @param undone changes that were rolled back before, the latest first, each followed by its rollback
record InForce(String lever, List<IndexedRecord> applies, List<Undone> undone) {

    record Undone(IndexedRecord apply, IndexedRecord rollback) {}

    boolean isKnown() {
        return !applies.isEmpty() || !undone.isEmpty();
    }

    boolean isAmbiguous() {
        return applies.size() > 1;
    }

    List<String> versions() {
        return applies.stream()
                .flatMap(apply -> apply.content().identity().value(Field.POLICY_VERSION).stream())
                .distinct()
                .toList();
    }

    /// The value; after a rollback of the first known change, the one that this change replaced.
    @Nullable
    JsonValue value() {
        if (!applies.isEmpty()) {
            return applies.getFirst().content().facts().get(Fact.NEW_VALUE);
        }
        return undone.isEmpty() ? null : before(undone.getLast());
    }

    private static @Nullable JsonValue before(Undone first) {
        return Optional.ofNullable(first.apply().content().facts().get(Fact.OLD_VALUE))
                .orElseGet(() -> first.rollback().content().facts().get(Fact.NEW_VALUE));
    }
}

package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyScope;
import dev.waybill.evidence.index.PolicyTimes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was in force for one lever of one owner.
///
/// @param applies the change in force; several when they happened at one instant; none when all were undone
/// @param undone changes that were rolled back before, the latest first, each followed by its rollback
/// @param other what else tells the value, where no change does: a rollback of a change that nobody knows says what it
///     went back to, and the first change of all says what it replaced
record InForce(
        PolicyScope scope,
        List<IndexedRecord> applies,
        List<Undone> undone,
        @Nullable IndexedRecord other) {

    record Undone(IndexedRecord apply, IndexedRecord rollback) {}

    /// In lower case.
    String lever() {
        return scope.lever();
    }

    boolean isKnown() {
        return !applies.isEmpty() || !undone.isEmpty() || other != null;
    }

    /// Whether it is known only from the change that came next.
    boolean isKnownBefore() {
        return other != null && !PolicyHistory.isRollback(other);
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

    Instant since() {
        return applies.isEmpty() ? Instant.MIN : time(applies.getFirst());
    }

    private static Instant time(IndexedRecord change) {
        return PolicyTimes.effective(change.content()).map(RecordTime::at).orElse(Instant.MIN);
    }

    /// The value; after a rollback of the first known change, the one that this change replaced.
    @Nullable
    JsonValue value() {
        if (other != null) {
            return PolicyHistory.isRollback(other) ? fact(other, Fact.NEW_VALUE) : fact(other, Fact.OLD_VALUE);
        }
        JsonValue derived = derived();
        return derived == null ? restored() : derived;
    }

    /// By the changes alone.
    private @Nullable JsonValue derived() {
        if (!applies.isEmpty()) {
            return fact(applies.getFirst(), Fact.NEW_VALUE);
        }
        return undone.isEmpty() ? null : fact(undone.getLast().apply(), Fact.OLD_VALUE);
    }

    /// By the last rollback.
    private @Nullable JsonValue restored() {
        return lastRollback().map(rollback -> fact(rollback, Fact.NEW_VALUE)).orElse(null);
    }

    private Optional<IndexedRecord> lastRollback() {
        return undone.stream().map(Undone::rollback).max(Comparator.comparing(InForce::time));
    }

    /// What the last rollback says it went back to, where that is not what was there before.
    Optional<String> contradiction() {
        JsonValue derived = derived();
        JsonValue restored = restored();
        return derived == null || restored == null || EpisodePolicies.isSame(derived, restored)
                ? Optional.empty()
                : Optional.of("%s reverts %s to %s, but what was in force before is %s"
                        .formatted(lastRollback().orElseThrow().id(), lever(), restored, derived));
    }

    /// The version and value in one line.
    String text() {
        JsonValue value = value();
        String pair = lever() + " = " + (value == null ? "?" : value);
        return versions().isEmpty() ? pair : String.join(", ", versions()) + " (" + pair + ")";
    }

    private static @Nullable JsonValue fact(IndexedRecord record, String name) {
        return record.content().facts().get(name);
    }
}

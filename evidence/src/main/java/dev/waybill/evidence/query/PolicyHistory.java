package dev.waybill.evidence.query;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyScope;
import dev.waybill.evidence.index.PolicyTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The changes of one lever by one owner. What was in force at a moment is found by going back from it to the change
/// that nobody
/// had undone by then, however many there are.
record PolicyHistory(EvidenceIndex index, References references, PolicyScope scope) {

    static boolean isRollback(IndexedRecord change) {
        return References.isOf(change, ReceiptType.POLICY_ROLLBACK);
    }

    private static RecordTime time(IndexedRecord change) {
        return PolicyTimes.effective(change.content()).orElseThrow();
    }

    /// @param notes is told what the changes leave open
    InForce at(Instant moment, Clocks notes) {
        Walk walk = new Walk(moment, notes);
        Iterator<IndexedRecord> changes = index.policyChanges(scope, moment).iterator();
        boolean goesOn = true;
        while (goesOn && changes.hasNext()) {
            goesOn = walk.look(changes.next());
        }
        return walk.found();
    }

    InForce at(Instant moment) {
        return at(moment, new Clocks(Duration.ZERO));
    }

    /// The changes up to so far before and after a moment, the latest first.
    List<IndexedRecord> near(Instant moment, Duration reach) {
        List<IndexedRecord> near = new ArrayList<>();
        Iterator<IndexedRecord> changes =
                index.policyChanges(scope, moment.plus(reach)).iterator();
        while (changes.hasNext()) {
            IndexedRecord change = changes.next();
            if (time(change).at().isBefore(moment.minus(reach))) {
                break;
            }
            if (near.stream().noneMatch(known -> References.isCopy(known, change))) {
                near.add(change);
            }
        }
        return near;
    }

    /// The first change after a moment.
    Optional<IndexedRecord> after(Instant moment) {
        return index.firstPolicyChangeAfter(scope, moment);
    }

    void noteChangesWithoutTime(Clocks notes) {
        for (IndexedRecord change : index.policyChangesWithoutTime(scope)) {
            notes.note(
                    GapCode.TIME_MISSING, change.id() + " changes " + scope.lever() + " at no time that can be read");
        }
    }

    /// The change that a rollback undoes: the one that it names, else the last one of its chain.
    private Optional<IndexedRecord> undoneBy(IndexedRecord rollback) {
        return rollback.content().parents().stream()
                .flatMap(parent -> references.resolve(rollback, parent) instanceof Resolved.One(IndexedRecord named)
                                && References.isOf(named, ReceiptType.POLICY_APPLY)
                        ? Optional.of(named).stream()
                        : Optional.<IndexedRecord>empty().stream())
                .findFirst()
                .or(() -> ofSameChain(rollback));
    }

    private Optional<IndexedRecord> ofSameChain(IndexedRecord rollback) {
        Optional<String> chain = rollback.content().identity().value(Field.CORRELATION);
        return chain.stream()
                .flatMap(id -> index.by(Field.CORRELATION, id).stream())
                .filter(record -> References.isOf(record, ReceiptType.POLICY_APPLY))
                .filter(apply -> PolicyTimes.lever(apply.content())
                                .filter(scope.lever()::equals)
                                .isPresent()
                        && PolicyTimes.owner(apply.content()).equals(scope.owner()))
                .filter(apply -> PolicyTimes.effective(apply.content())
                        .filter(time -> !time.at().isAfter(time(rollback).at()))
                        .isPresent())
                .max(Comparator.comparing(apply -> time(apply).at()));
    }

    /// Back from a moment, one change after the other.
    private final class Walk {

        private final Instant moment;
        private final Clocks notes;
        private final List<IndexedRecord> applies = new ArrayList<>();
        private final List<InForce.Undone> undone = new ArrayList<>();
        private final List<InForce.Undone> rolledBack = new ArrayList<>();
        private final List<IndexedRecord> seen = new ArrayList<>();
        private @Nullable IndexedRecord restored;

        Walk(Instant moment, Clocks notes) {
            this.moment = moment;
            this.notes = notes;
        }

        /// @return whether an earlier change can matter
        boolean look(IndexedRecord change) {
            if (!applies.isEmpty()
                    && time(change).at().isBefore(time(applies.getFirst()).at())) {
                return false;
            }
            // A copy has the same time, so only the neighbours can be copies.
            if (!seen.isEmpty() && !time(seen.getLast()).equals(time(change))) {
                seen.clear();
            }
            if (seen.stream().anyMatch(known -> References.isCopy(known, change))) {
                return true;
            }
            seen.add(change);
            return isRollback(change) ? rollback(change) : apply(change);
        }

        private boolean rollback(IndexedRecord rollback) {
            Optional<IndexedRecord> apply = undoneBy(rollback);
            if (apply.isPresent()) {
                rolledBack.add(new InForce.Undone(apply.get(), rollback));
                return true;
            }
            notes.note(
                    GapCode.ROLLBACK_UNMATCHED,
                    rollback.id() + " rolls back " + rollback.content().parents() + ", which is no known POLICY_APPLY");
            if (applies.isEmpty() && rollback.content().facts().has(Fact.NEW_VALUE)) {
                restored = rollback;
            }
            return restored == null;
        }

        private boolean apply(IndexedRecord apply) {
            rollbackOf(apply)
                    .ifPresentOrElse(
                            rollback -> undone.add(new InForce.Undone(apply, rollback)), () -> applies.add(apply));
            return true;
        }

        private Optional<IndexedRecord> rollbackOf(IndexedRecord apply) {
            return rolledBack.stream()
                    .filter(pair -> References.isCopy(pair.apply(), apply))
                    .map(InForce.Undone::rollback)
                    .findFirst()
                    .or(() -> references.children(apply, ReceiptType.POLICY_ROLLBACK).stream()
                            .filter(this::isBefore)
                            .findFirst());
        }

        private boolean isBefore(IndexedRecord rollback) {
            Optional<RecordTime> time = PolicyTimes.effective(rollback.content());
            if (time.isEmpty()) {
                notes.note(GapCode.TIME_MISSING, rollback.id() + " rolls back at no time that can be read");
            }
            return time.filter(it -> !it.at().isAfter(moment)).isPresent();
        }

        InForce found() {
            InForce found = new InForce(scope, List.copyOf(applies), List.copyOf(undone), restored);
            return found.isKnown() ? found : new InForce(scope, List.of(), List.of(), replacing());
        }

        /// The first change of all says what it replaced.
        private @Nullable IndexedRecord replacing() {
            return after(moment)
                    .filter(change ->
                            !isRollback(change) && change.content().facts().has(Fact.OLD_VALUE))
                    .orElse(null);
        }
    }
}

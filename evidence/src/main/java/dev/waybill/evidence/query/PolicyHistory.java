package dev.waybill.evidence.query;

import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Goes back through the changes of one lever from a moment on, until it meets the one that was in force.
final class PolicyHistory {

    private final EvidenceIndex index;
    private final References references;
    private final Clocks clocks;
    private final IndexedRecord moment;
    private final RecordTime at;
    private final List<IndexedRecord> applies = new ArrayList<>();
    private final List<InForce.Undone> undone = new ArrayList<>();

    PolicyHistory(EvidenceIndex index, References references, Clocks clocks, IndexedRecord moment, RecordTime at) {
        this.index = index;
        this.references = references;
        this.clocks = clocks;
        this.moment = moment;
        this.at = at;
    }

    /// Changes up to the skew after the moment are looked at too: by the other clock they may have come before it.
    InForce of(String lever) {
        for (IndexedRecord change : index.policyChangesWithoutTime(lever)) {
            clocks.note(GapCode.TIME_MISSING, change.id() + " changes " + lever + " at no time that can be read");
        }
        Instant until = at.at().plus(clocks.skew());
        List<IndexedRecord> seen = new ArrayList<>();
        Iterator<IndexedRecord> changes = index.policyChanges(lever, until).iterator();
        boolean goOn = true;
        while (goOn && changes.hasNext()) {
            IndexedRecord change = changes.next();
            // A copy has the same time, so only the neighbours can be copies.
            if (!seen.isEmpty() && !time(seen.getLast()).equals(time(change))) {
                seen.clear();
            }
            if (seen.stream().noneMatch(known -> References.isCopy(known, change))) {
                seen.add(change);
                goOn = look(change);
            }
        }
        return new InForce(lever, List.copyOf(applies), List.copyOf(undone));
    }

    /// @return whether an earlier change can matter
    private boolean look(IndexedRecord change) {
        RecordTime time = time(change).orElseThrow();
        if (time.at().isAfter(at.at())) {
            clocks.compare(change, time, moment, at);
            return true;
        }
        if (References.isOf(change, ReceiptType.POLICY_ROLLBACK)) {
            checkNamesAnApply(change);
            return true;
        }
        if (!applies.isEmpty()
                && time.at().isBefore(time(applies.getFirst()).orElseThrow().at())) {
            return lookBehind(change, time);
        }
        Optional<IndexedRecord> rollback = rollbackOf(change);
        clocks.compare(change, time, moment, at);
        rollback.ifPresentOrElse(undoing -> undone.add(new InForce.Undone(change, undoing)), () -> applies.add(change));
        return true;
    }

    /// The change before the one in force matters only when their clocks may disagree about which came last.
    private boolean lookBehind(IndexedRecord change, RecordTime time) {
        IndexedRecord last = applies.getFirst();
        if (rollbackOf(change).isEmpty()) {
            clocks.compare(change, time, last, time(last).orElseThrow());
        }
        return false;
    }

    private static Optional<RecordTime> time(IndexedRecord change) {
        return PolicyTimes.effective(change.content());
    }

    private void checkNamesAnApply(IndexedRecord rollback) {
        boolean named = rollback.content().parents().stream()
                .anyMatch(parent -> references.resolve(rollback, parent) instanceof Resolved.One(IndexedRecord apply)
                        && References.isOf(apply, ReceiptType.POLICY_APPLY));
        if (!named) {
            clocks.note(
                    GapCode.ROLLBACK_UNMATCHED,
                    rollback.id() + " rolls back " + rollback.content().parents() + ", which is no known POLICY_APPLY");
        }
    }

    private Optional<IndexedRecord> rollbackOf(IndexedRecord apply) {
        for (IndexedRecord rollback : references.children(apply, ReceiptType.POLICY_ROLLBACK)) {
            Optional<RecordTime> time = time(rollback);
            if (time.isEmpty()) {
                clocks.note(GapCode.TIME_MISSING, rollback.id() + " rolls back at no time that can be read");
                continue;
            }
            clocks.compare(rollback, time.get(), moment, at);
            if (!time.get().at().isAfter(at.at())) {
                return Optional.of(rollback);
            }
        }
        return Optional.empty();
    }
}

package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyScope;
import dev.waybill.evidence.index.PolicyTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the changes of all levers say about one moment, and where they leave doubts.
final class PolicyMoment {

    private final List<PolicyHistory> histories;
    private final IndexedRecord record;
    private final Clocks clocks;
    private final List<InForce> levers = new ArrayList<>();

    PolicyMoment(EvidenceIndex index, References references, IndexedRecord record, Clocks clocks) {
        this.record = record;
        this.clocks = clocks;
        this.histories = scopes(index, record.id().repo().wire()).stream()
                .map(scope -> new PolicyHistory(index, references, scope))
                .toList();
        RecordTime time = record.content().time();
        if (time == null) {
            clocks.note(GapCode.TIME_MISSING, record.id() + " names no time that can be read; nothing can be derived");
        } else {
            histories.forEach(history -> look(history, time));
        }
    }

    /// Each lever of the owner whose record it is. Where that owner never changed a lever, those of all who did.
    private static List<PolicyScope> scopes(EvidenceIndex index, String owner) {
        List<PolicyScope> all = index.policyScopes();
        return all.stream()
                .filter(scope -> scope.owner().equals(owner) || !all.contains(new PolicyScope(scope.lever(), owner)))
                .toList();
    }

    List<InForce> levers() {
        return levers;
    }

    /// The levers that several owners set, none of which is that of the record.
    List<InForce> contested() {
        return levers.stream()
                .filter(one -> levers.stream()
                                .filter(each -> each.lever().equals(one.lever()))
                                .count()
                        > 1)
                .toList();
    }

    /// The versions in force at another moment.
    List<String> versions(Instant at) {
        return histories.stream()
                .flatMap(history -> history.at(at).versions().stream())
                .distinct()
                .toList();
    }

    /// What one lever was set to at another moment.
    @Nullable
    JsonValue value(String lever, Instant at) {
        return histories.stream()
                .map(history -> history.at(at))
                .filter(inForce -> inForce.lever().equals(lever))
                .findFirst()
                .map(InForce::value)
                .orElse(null);
    }

    private void look(PolicyHistory history, RecordTime time) {
        history.noteChangesWithoutTime(clocks);
        InForce inForce = history.at(time.at(), clocks);
        Optional<Replaced> replaced = inForce.applies().size() == 1
                ? Optional.of(Replaced.by(inForce.applies().getFirst(), history))
                : Optional.empty();
        if (inForce.isKnown()) {
            levers.add(inForce);
            noteZones(inForce, time);
            replaced.ifPresent(it -> noteMissing(it.last(), it.before(), ""));
            noteMissing(history, inForce, time.at());
        }
        noteSkew(history, time);
        replaced.ifPresent(this::noteSkew);
    }

    /// The one change that is in force, and what was in force before it.
    private record Replaced(IndexedRecord last, RecordTime since, InForce before) {
        static Replaced by(IndexedRecord last, PolicyHistory history) {
            RecordTime since = PolicyTimes.effective(last.content()).orElseThrow();
            return new Replaced(last, since, history.at(since.at().minusNanos(1)));
        }
    }

    private void noteZones(InForce inForce, RecordTime time) {
        clocks.noteZone(record, time);
        List<IndexedRecord> rests = new ArrayList<>(inForce.applies());
        inForce.undone().forEach(pair -> rests.addAll(List.of(pair.apply(), pair.rollback())));
        rests.forEach(change -> PolicyTimes.effective(change.content()).ifPresent(at -> clocks.noteZone(change, at)));
    }

    /// By another clock a change may have come on the other side of the moment.
    private void noteSkew(PolicyHistory history, RecordTime time) {
        for (IndexedRecord change : history.near(time.at(), clocks.skew())) {
            RecordTime at = PolicyTimes.effective(change.content()).orElseThrow();
            Instant otherwise = at.at().isAfter(time.at()) ? at.at() : at.at().minusNanos(1);
            clocks.compare(change, at, record, time, () -> history.at(otherwise).text());
        }
    }

    /// Or on the other side of the change in force.
    private void noteSkew(Replaced replaced) {
        InForce before = replaced.before();
        before.applies()
                .forEach(earlier -> clocks.compare(
                        earlier,
                        PolicyTimes.effective(earlier.content()).orElseThrow(),
                        replaced.last(),
                        replaced.since(),
                        before::text));
    }

    /// Each change says what it replaced; where that is not what was in force before it, a change is missing.
    private void noteMissing(PolicyHistory history, InForce inForce, Instant moment) {
        if (!inForce.isAmbiguous() && inForce.value() != null && !inForce.isKnownBefore()) {
            history.after(moment).ifPresent(next -> noteMissing(next, inForce, ", perhaps from before " + record.id()));
        }
    }

    private void noteMissing(IndexedRecord change, InForce before, String where) {
        JsonValue replaced = change.content().facts().get(Fact.OLD_VALUE);
        JsonValue known = before.value();
        boolean rollback = PolicyHistory.isRollback(change);
        if (!rollback && replaced != null && known != null && !EpisodePolicies.isSame(replaced, known)) {
            clocks.note(
                    GapCode.APPLY_MISSING,
                    "%s replaced %s = %s, but %s is the last value known before it: a change is missing%s"
                            .formatted(change.id(), before.lever(), replaced, known, where));
        }
    }
}

package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Which policy was in force when a task reached a state, or when a commit was made.
///
/// The record of the transition may state it, or the checkpoint or receipt that is written with it. Otherwise it is
/// derived: for each lever the last change at or before the transition that was not rolled back by then. Whatever else
/// states a policy for the task is held against that, and what contradicts it is a conflict.
record PolicyAt(EvidenceIndex index, References references, Duration skew) {

    static final String QUESTION = "policy-at";

    /// The state of a commit, which reaches no other.
    static final String COMMITTED = "committed";

    Answer ask(String task, List<IndexedRecord> records, String state) {
        String wanted = state.toLowerCase(Locale.ROOT);
        List<IndexedRecord> transitions = underived(
                References.different(References.only(transitions(records), record -> wanted.equals(toState(record)))));
        return switch (transitions.size()) {
            case 0 -> notReached(task, wanted, transitions(records));
            case 1 -> at(task, wanted, transitions.getFirst(), records, PolicyStatement.seal(records, wanted));
            default -> severalTransitions(task, wanted, transitions);
        };
    }

    /// @param about all records about the commit; what one of them states holds for it, for they are written together
    Answer askCommit(String hash, List<IndexedRecord> about) {
        List<IndexedRecord> commits = References.standFor(hash, about);
        return commits.size() == 1
                ? at(hash, COMMITTED, commits.getFirst(), about, PolicyStatement.sealOfCommit(about))
                : severalTransitions(hash, COMMITTED, commits);
    }

    private static List<IndexedRecord> transitions(List<IndexedRecord> records) {
        return References.only(records, References::isTransition);
    }

    /// Where a ledger tells what a run did to its task, the run's own events say nothing new.
    private static List<IndexedRecord> underived(List<IndexedRecord> transitions) {
        Set<String> derived = new LinkedHashSet<>();
        transitions.forEach(
                record -> record.content().facts().string(Fact.RUN).ifPresent(run -> derived.add(run + "/")));
        return derived.isEmpty()
                ? transitions
                : References.only(
                        transitions,
                        record -> derived.stream().noneMatch(record.id().id()::startsWith));
    }

    static String toState(IndexedRecord transition) {
        return transition.content().facts().string(Fact.TO_STATE).orElse("").toLowerCase(Locale.ROOT);
    }

    private Answer at(
            String task, String state, IndexedRecord merge, List<IndexedRecord> records, Optional<IndexedRecord> seal) {
        Clocks clocks = new Clocks(skew);
        PolicyMoment moment = new PolicyMoment(index, references, merge, clocks);
        List<IndexedRecord> contradicting =
                state.equals(COMMITTED) ? List.of() : new TransitionCheck(merge, records, seal, clocks).run(state);
        PolicyDecision decision = new PolicyDecision(
                merge,
                moment,
                EpisodePolicies.of(index, merge, records),
                seal,
                PolicyStatement.others(index, task, records, merge),
                contradicting,
                clocks);
        return new PolicyReport(QUESTION, task, state, merge, references, decision).answer();
    }

    private static Answer notReached(String task, String state, List<IndexedRecord> transitions) {
        Optional<IndexedRecord> last = transitions.stream()
                .filter(record -> record.content().time() != null)
                .max(Comparator.comparing(record -> at(record).at()));
        String known = last.map(record -> "its last known state is " + toState(record) + " at "
                        + at(record).text())
                .orElse("no transition of it is known");
        return new Answer(
                QUESTION,
                task,
                Verdict.UNKNOWN,
                Rule.NO_TRANSITION,
                task + " is not known to have reached " + state,
                JsonObject.of("state", state),
                last.map(record -> Line.of(record, "last transition")).stream().toList(),
                List.of(new Gap(
                        GapCode.TRANSITION_MISSING,
                        "expected a TASK_TRANSITION of " + task + " to " + state + ", found none; " + known)),
                List.of(),
                EvidenceGraph.EMPTY);
    }

    private static RecordTime at(IndexedRecord record) {
        return Optional.ofNullable(record.content().time()).orElseThrow();
    }

    private static Answer severalTransitions(String task, String state, List<IndexedRecord> transitions) {
        List<String> stores = Store.names(transitions);
        return new Answer(
                QUESTION,
                task,
                Verdict.AMBIGUOUS,
                Rule.SEVERAL_TRANSITIONS,
                transitions.size() + " different records say that " + task + " reached " + state,
                JsonObject.of("state", state).with("stores", JsonArray.ofStrings(stores)),
                Line.each(transitions, "candidate"),
                List.of(new Gap(GapCode.SEVERAL_CANDIDATES, "the transitions lie in " + String.join(", ", stores))),
                List.of(),
                EvidenceGraph.EMPTY);
    }
}

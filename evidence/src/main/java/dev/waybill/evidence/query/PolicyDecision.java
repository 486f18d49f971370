package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Weighs what is stated against what is derived.
final class PolicyDecision {

    private final IndexedRecord merge;
    private final List<InForce> levers;
    private final EpisodePolicies episodes;
    private final Optional<IndexedRecord> receipt;
    private final List<Gap> gaps;
    private final Rule rule;

    PolicyDecision(
            IndexedRecord merge,
            List<InForce> levers,
            EpisodePolicies episodes,
            Optional<IndexedRecord> receipt,
            Clocks clocks) {
        this.merge = merge;
        this.levers = levers;
        this.episodes = episodes;
        this.receipt = receipt;
        gaps = new ArrayList<>(clocks.gaps());
        rule = stated().isPresent() ? withStatement(stated().get()) : withoutStatement();
        noteLeversWithoutVersion();
    }

    private Rule withStatement(String stated) {
        List<InForce> latestFirst = levers.stream()
                .filter(lever -> !lever.versions().isEmpty())
                .sorted(Comparator.comparing(PolicyDecision::since).reversed())
                .toList();
        if (latestFirst.isEmpty() || latestFirst.getFirst().versions().contains(stated)) {
            return episodeConflict().orElse(Rule.MERGE_RECORD_STATES);
        }
        InForce latest = latestFirst.getFirst();
        if (latestFirst.stream().noneMatch(lever -> lever.versions().contains(stated))) {
            return Rule.STATED_AND_DERIVED_DIFFER;
        }
        gap(
                GapCode.STATEMENTS_DIFFER,
                merge.id() + " states " + stated + ", which an earlier change made; the last one, "
                        + latest.applies().getFirst().id() + " on " + latest.lever() + ", made " + latest.versions());
        return Rule.MERGE_RECORD_STATES;
    }

    private static Instant since(InForce lever) {
        return PolicyTimes.effective(lever.applies().getFirst().content())
                .map(RecordTime::at)
                .orElse(Instant.MIN);
    }

    private Rule withoutStatement() {
        if (levers.stream().anyMatch(InForce::isAmbiguous)) {
            return Rule.APPLIES_AT_ONE_INSTANT;
        }
        Optional<Rule> conflict = episodeConflict();
        if (conflict.isPresent()) {
            return conflict.get();
        }
        if (!levers.isEmpty()) {
            noteSilentReceipt();
            return levers.stream().allMatch(lever -> lever.undone().isEmpty()) ? Rule.LAST_APPLY : Rule.ROLLED_BACK;
        }
        if (receiptVersion().isPresent()) {
            gap(GapCode.POLICY_NOT_STATED, merge.id() + " itself carries no _ewp_policy_version");
            return Rule.TERMINAL_RECEIPT_STATES;
        }
        return episodes.settings().isEmpty() ? nothing() : Rule.EPISODE_POLICY;
    }

    private Rule nothing() {
        gap(
                GapCode.POLICY_NOT_STATED,
                "expected a _ewp_policy_version on " + merge.id() + " or a POLICY_APPLY before it, found neither");
        return Rule.NO_POLICY;
    }

    private void noteSilentReceipt() {
        receipt.ifPresent(record -> {
            if (receiptVersion().isEmpty()) {
                gap(
                        GapCode.POLICY_NOT_STATED,
                        record.content().type() + " " + record.id().id() + " carries no _ewp_policy_version");
            }
        });
    }

    private void noteLeversWithoutVersion() {
        for (InForce lever : levers) {
            if (lever.applies().isEmpty() && stated().isEmpty()) {
                gap(
                        GapCode.POLICY_BEFORE_UNKNOWN,
                        "every known change of " + lever.lever() + " was rolled back; the policy version before "
                                + lever.undone().getLast().apply().id() + " is not known");
            }
        }
        receiptVersion().ifPresent(version -> {
            if (!known().isEmpty() && !known().contains(version)) {
                gap(
                        GapCode.STATEMENTS_DIFFER,
                        receipt.orElseThrow().id() + ", written after the transition, states " + version);
            }
        });
    }

    private List<String> known() {
        List<String> known = new ArrayList<>(stated().stream().toList());
        levers.forEach(lever -> known.addAll(lever.versions()));
        return known;
    }

    /// An episode that began after the change must have run under it; one without a time proves nothing.
    private Optional<Rule> episodeConflict() {
        Optional<Rule> conflict = Optional.empty();
        for (InForce lever : levers) {
            JsonValue value = lever.value();
            Optional<EpisodePolicies.Setting> setting = episodes.of(lever.lever());
            if (value != null
                    && setting.isPresent()
                    && !EpisodePolicies.isSame(value, setting.get().value())) {
                gap(
                        GapCode.STATEMENTS_DIFFER,
                        setting.get().episode().id() + " ran with " + lever.lever() + " = "
                                + setting.get().value() + ", derived is " + value);
                if (ranUnder(lever, setting.get())) {
                    conflict = Optional.of(Rule.EPISODE_AND_DERIVED_DIFFER);
                }
            }
        }
        return conflict;
    }

    private static boolean ranUnder(InForce lever, EpisodePolicies.Setting setting) {
        RecordTime episode = setting.episode().content().time();
        return episode != null && !lever.applies().isEmpty() && !since(lever).isAfter(episode.at());
    }

    private void gap(GapCode code, String message) {
        gaps.add(new Gap(code, message));
    }

    Optional<String> stated() {
        return merge.content().identity().value(Field.POLICY_VERSION);
    }

    Optional<String> receiptVersion() {
        return receipt.flatMap(record -> record.content().identity().value(Field.POLICY_VERSION));
    }

    List<InForce> levers() {
        return levers;
    }

    EpisodePolicies episodes() {
        return episodes;
    }

    Optional<IndexedRecord> receipt() {
        return receipt;
    }

    List<Gap> gaps() {
        return gaps;
    }

    Rule rule() {
        return rule;
    }

    Verdict verdict() {
        return switch (rule) {
            case MERGE_RECORD_STATES, TERMINAL_RECEIPT_STATES -> Verdict.STATED;
            case LAST_APPLY, ROLLED_BACK, EPISODE_POLICY -> Verdict.DERIVED;
            case STATED_AND_DERIVED_DIFFER, EPISODE_AND_DERIVED_DIFFER -> Verdict.CONFLICT;
            case APPLIES_AT_ONE_INSTANT -> Verdict.AMBIGUOUS;
            default -> Verdict.UNKNOWN;
        };
    }
}

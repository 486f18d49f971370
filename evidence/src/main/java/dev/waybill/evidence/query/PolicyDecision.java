package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Weighs what is stated against what is derived. What cannot both be true is a conflict, whatever else is known.
final class PolicyDecision {

    private final IndexedRecord merge;
    private final PolicyMoment moment;
    private final List<InForce> levers;
    private final EpisodePolicies episodes;
    private final Optional<IndexedRecord> seal;
    private final List<PolicyStatement> others;
    private final List<IndexedRecord> contradicting;
    private final List<Gap> gaps;
    private final List<String> contradictions = new ArrayList<>();
    private final Rule rule;
    private @Nullable PolicyStatement statement;

    /// @param seal the receipt or checkpoint that was written with the transition
    /// @param others what else states a policy for the task, the latest first
    /// @param contradicting receipts that say that the task ended otherwise
    PolicyDecision(
            IndexedRecord merge,
            PolicyMoment moment,
            EpisodePolicies episodes,
            Optional<IndexedRecord> seal,
            List<PolicyStatement> others,
            List<IndexedRecord> contradicting,
            Clocks clocks) {
        this.merge = merge;
        this.moment = moment;
        this.levers = moment.levers();
        this.episodes = episodes;
        this.seal = seal;
        this.others = others;
        this.contradicting = contradicting;
        gaps = new ArrayList<>(clocks.gaps());
        rule = conflict().orElseGet(() -> stated().isPresent() ? withStatement() : withoutStatement());
        noteLeversWithoutVersion();
    }

    /// The first contradiction decides; all are told.
    private Optional<Rule> conflict() {
        List<Rule> conflicts = new ArrayList<>();
        own().filter(this::isDenied).ifPresent(_ -> conflicts.add(Rule.STATED_AND_DERIVED_DIFFER));
        for (PolicyStatement other : others) {
            if (isDenied(other)) {
                conflicts.add(Rule.STATED_AND_DERIVED_DIFFER);
            }
        }
        sealed().filter(this::contradictsOwn).ifPresent(_ -> conflicts.add(Rule.STATEMENTS_DIFFER));
        for (InForce lever : levers) {
            lever.contradiction().ifPresent(words -> {
                contradictions.add(words);
                conflicts.add(Rule.ROLLBACK_AND_HISTORY_DIFFER);
            });
        }
        episodes.settings().stream()
                .filter(this::ranUnderAnother)
                .forEach(_ -> conflicts.add(Rule.EPISODE_AND_DERIVED_DIFFER));
        return conflicts.stream().findFirst();
    }

    private Optional<PolicyStatement> own() {
        return PolicyStatement.of(merge, "transition");
    }

    Optional<PolicyStatement> sealed() {
        return seal.flatMap(record -> PolicyStatement.of(record, "receipt"));
    }

    /// Whether the changes known by the time of a statement made other versions.
    private boolean isDenied(PolicyStatement said) {
        List<String> known = said.at().map(moment::versions).orElse(List.of());
        boolean denied = !known.isEmpty() && !known.contains(said.version());
        if (denied) {
            contradictions.add(said + ", the changes before it made " + String.join(", ", known));
        }
        return denied;
    }

    /// Transition and receipt are written together: they differ only where a change came between.
    private boolean contradictsOwn(PolicyStatement receipt) {
        boolean differs =
                stated().filter(version -> !version.equals(receipt.version())).isPresent() && !changedSince(receipt);
        if (differs) {
            contradictions.add(own().orElseThrow() + ", " + receipt);
        }
        return differs;
    }

    private boolean changedSince(PolicyStatement said) {
        Optional<Instant> at = Optional.ofNullable(merge.content().time()).map(RecordTime::at);
        return at.isPresent()
                && said.at().isPresent()
                && !moment.versions(at.get()).equals(moment.versions(said.at().get()));
    }

    /// An episode is held against what was in force in its own time; one without a time proves nothing.
    private boolean ranUnderAnother(EpisodePolicies.Setting setting) {
        RecordTime time = setting.episode().content().time();
        JsonValue value = time == null ? null : moment.value(setting.lever(), time.at());
        boolean differs = value != null && !EpisodePolicies.isSame(value, setting.value());
        if (differs) {
            contradictions.add("%s ran with %s = %s, derived for its time is %s"
                    .formatted(setting.episode().id(), setting.lever(), setting.value(), value));
        }
        return differs;
    }

    private Rule withStatement() {
        String stated = stated().orElseThrow();
        Optional<InForce> latest =
                levers.stream().filter(lever -> !lever.versions().isEmpty()).max(Comparator.comparing(InForce::since));
        latest.filter(lever -> !lever.versions().contains(stated))
                .ifPresent(lever -> gap(
                        GapCode.STATEMENTS_DIFFER,
                        merge.id() + " states " + stated + ", which an earlier change made; the last one, "
                                + lever.applies().getFirst().id() + " on " + lever.lever() + ", made "
                                + lever.versions()));
        return Rule.MERGE_RECORD_STATES;
    }

    private Rule withoutStatement() {
        if (levers.stream().anyMatch(InForce::isAmbiguous)) {
            return Rule.APPLIES_AT_ONE_INSTANT;
        }
        if (!moment.contested().isEmpty() && sealed().isEmpty()) {
            return Rule.SEVERAL_OWNERS;
        }
        Optional<PolicyStatement> receipt = sealed().filter(said -> !changedSince(said));
        if (receipt.isPresent()) {
            statement = receipt.get();
            if (levers.isEmpty()) {
                gap(GapCode.POLICY_NOT_STATED, merge.id() + " itself carries no _ewp_policy_version");
            }
            return Rule.TERMINAL_RECEIPT_STATES;
        }
        if (!levers.isEmpty()) {
            noteSilentReceipt();
            return byLevers();
        }
        return lastStatement().or(this::byEpisode).orElseGet(this::nothing);
    }

    private Rule byLevers() {
        if (levers.stream().allMatch(InForce::isKnownBefore)) {
            return Rule.BEFORE_FIRST_APPLY;
        }
        boolean plain = levers.stream()
                .filter(lever -> !lever.isKnownBefore())
                .allMatch(lever -> lever.undone().isEmpty() && lever.other() == null);
        return plain ? Rule.LAST_APPLY : Rule.ROLLED_BACK;
    }

    private Optional<Rule> lastStatement() {
        Optional<Instant> until = Optional.ofNullable(merge.content().time()).map(RecordTime::at);
        return others.stream()
                .filter(said -> said.at().isPresent()
                        && until.filter(moment -> !said.at().get().isAfter(moment))
                                .isPresent())
                .findFirst()
                .map(said -> {
                    statement = said;
                    gap(GapCode.POLICY_NOT_STATED, merge.id() + " itself carries no _ewp_policy_version");
                    return Rule.LAST_STATEMENT;
                });
    }

    private Optional<Rule> byEpisode() {
        return episodes.settings().isEmpty() ? Optional.empty() : Optional.of(Rule.EPISODE_POLICY);
    }

    private Rule nothing() {
        gap(
                GapCode.POLICY_NOT_STATED,
                "expected a _ewp_policy_version on " + merge.id() + " or a POLICY_APPLY before it, found neither");
        return Rule.NO_POLICY;
    }

    private void noteSilentReceipt() {
        if (sealed().isEmpty()) {
            seal.ifPresent(record -> gap(
                    GapCode.POLICY_NOT_STATED,
                    record.content().type() + " " + record.id().id() + " carries no _ewp_policy_version"));
        }
    }

    private void noteLeversWithoutVersion() {
        for (InForce lever : levers) {
            if (lever.applies().isEmpty() && stated().isEmpty() && statement == null) {
                gap(
                        GapCode.POLICY_BEFORE_UNKNOWN,
                        "no change that made " + lever.lever() + " = " + lever.value()
                                + " is known, so its policy version is not");
            }
        }
    }

    private void gap(GapCode code, String message) {
        gaps.add(new Gap(code, message));
    }

    /// What the transition itself states.
    Optional<String> stated() {
        return merge.content().identity().value(Field.POLICY_VERSION);
    }

    /// The version that the answer rests on, where a record states it.
    Optional<String> version() {
        return stated().or(() -> Optional.ofNullable(statement).map(PolicyStatement::version));
    }

    List<String> contradictions() {
        return contradictions;
    }

    List<InForce> levers() {
        return levers;
    }

    List<InForce> contested() {
        return moment.contested();
    }

    List<IndexedRecord> contradicting() {
        return contradicting;
    }

    EpisodePolicies episodes() {
        return episodes;
    }

    Optional<IndexedRecord> seal() {
        return seal;
    }

    List<PolicyStatement> others() {
        return others;
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
            case LAST_APPLY, ROLLED_BACK, BEFORE_FIRST_APPLY, LAST_STATEMENT, EPISODE_POLICY -> Verdict.DERIVED;
            case STATED_AND_DERIVED_DIFFER,
                    STATEMENTS_DIFFER,
                    EPISODE_AND_DERIVED_DIFFER,
                    ROLLBACK_AND_HISTORY_DIFFER -> Verdict.CONFLICT;
            case APPLIES_AT_ONE_INSTANT, SEVERAL_OWNERS -> Verdict.AMBIGUOUS;
            default -> Verdict.UNKNOWN;
        };
    }
}

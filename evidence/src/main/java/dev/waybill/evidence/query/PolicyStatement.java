package dev.waybill.evidence.query;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A record beside the transition that states the policy it was written under.
///
/// @param role what it is to the transition, in a word or two
/// @param version what it states
record PolicyStatement(IndexedRecord record, String role, String version) {

    Optional<Instant> at() {
        return Optional.ofNullable(record.content().time()).map(RecordTime::at);
    }

    @Override
    public String toString() {
        return record.id() + " states " + version;
    }

    /// The receipt or checkpoint of this very transition: it is written with it.
    static Optional<IndexedRecord> seal(List<IndexedRecord> task, String state) {
        return task.stream().filter(record -> seals(record, state)).findFirst();
    }

    /// What was recorded with a commit: one that states a policy goes before a receipt that does not.
    static Optional<IndexedRecord> sealOfCommit(List<IndexedRecord> about) {
        return about.stream()
                .filter(record -> of(record, "receipt").isPresent())
                .findFirst()
                .or(() -> about.stream()
                        .filter(record -> References.isOf(record, ReceiptType.ASSAY_RECEIPT))
                        .findFirst());
    }

    private static boolean seals(IndexedRecord record, String state) {
        return (References.isOf(record, ReceiptType.ASSAY_RECEIPT) && state.equals(terminalState(record)))
                || (References.isOf(record, ReceiptType.CHECKPOINT_RECEIPT)
                        && record.content()
                                .facts()
                                .string(Fact.CHECKPOINT)
                                .filter(state::equals)
                                .isPresent());
    }

    /// How a task ended by its receipt; empty where that does not say. A receipt that was packed keeps it as a fact.
    static String terminalState(IndexedRecord receipt) {
        return receipt.record()
                .json()
                .string("terminal_state")
                .or(() ->
                        receipt.record().json().object("payload").flatMap(payload -> payload.string("terminal_state")))
                .or(() -> receipt.content().facts().string(Fact.TERMINAL_STATE))
                .or(() -> receipt.content().facts().string(Fact.TO_STATE))
                .orElse("")
                .toLowerCase(Locale.ROOT);
    }

    static Optional<PolicyStatement> of(IndexedRecord record, String role) {
        return record.content()
                .identity()
                .value(Field.POLICY_VERSION)
                .map(version -> new PolicyStatement(record, role, version));
    }

    /// What the task's other checkpoints and receipts state, and those of its episodes, the latest first.
    static List<PolicyStatement> others(
            EvidenceIndex index, String task, List<IndexedRecord> records, IndexedRecord transition) {
        List<PolicyStatement> found = new ArrayList<>();
        References.different(References.only(records, PolicyStatement::isReceipt))
                .forEach(record -> of(record, role(record)).ifPresent(found::add));
        for (String episode : EpisodePolicies.relevant(transition, records)) {
            References.different(References.only(
                            index.by(Field.EPISODE, episode), record -> isEpisodesReceipt(record, task)))
                    .forEach(record -> of(record, "episode").ifPresent(found::add));
        }
        found.sort(Comparator.comparing((PolicyStatement it) -> it.at().orElse(Instant.MIN))
                .reversed());
        return found;
    }

    private static boolean isReceipt(IndexedRecord record) {
        return References.isOf(record, ReceiptType.ASSAY_RECEIPT)
                || References.isOf(record, ReceiptType.CHECKPOINT_RECEIPT);
    }

    private static String role(IndexedRecord record) {
        return References.isOf(record, ReceiptType.ASSAY_RECEIPT) ? "receipt" : "checkpoint";
    }

    /// One of no task of its own; a change of a policy states what it makes, not what it was written under.
    private static boolean isEpisodesReceipt(IndexedRecord record, String task) {
        boolean policy = ReceiptType.of(record.content().type())
                .filter(type -> type.name().startsWith("POLICY_"))
                .isPresent();
        Optional<String> own = record.content().identity().value(Field.TASK);
        return !policy
                && !References.isTransition(record)
                && !isReceipt(record)
                && own.filter(it -> !it.equals(task)).isEmpty();
    }
}

package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.Claim;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.RelatedRun;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.attest.SummaryClaim;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks a run's receipts beside its events: what is signed is derived from the events once more and compared.
final class EventReceipts {

    private final RunStore store;
    private final ReceiptIssuers issuers;
    private final Tally tally;
    private final RunHeader header;
    private final RunId id;
    private final ReceiptCursor steps;
    private final ReceiptCursor summaries;
    private @Nullable Receipt latest;

    EventReceipts(RunStore store, ReceiptIssuers issuers, Tally tally, StoredRun run) {
        this.store = store;
        this.issuers = issuers;
        this.tally = tally;
        this.header = run.header();
        this.id = header.runId();
        this.steps = new ReceiptCursor(store, run, StoredReceipt.Kind.STEP);
        this.summaries = new ReceiptCursor(store, run, StoredReceipt.Kind.SUMMARY);
    }

    /// Compares one event of the run's own with its receipts; they come in the order of the log.
    void check(RunState before, Event event, RunState after) {
        if (!header.receipts().issue()) {
            return;
        }
        dropUnexpected(event.sequence());
        List<StoredReceipt> found = steps.of(event.sequence());
        StoredReceipt summary =
                summaries.of(event.sequence()).stream().findFirst().orElse(null);
        if (found.isEmpty() && summary == null && !Attestation.requires(after, event)) {
            return;
        }
        latest = found.isEmpty() ? latest : decoded(found.getFirst());
        List<StepClaim> claims = new ArrayList<>();
        for (Claim claim : new Attestation(identities()).of(before, event, after, this::related)) {
            switch (claim) {
                case StepClaim step -> claims.add(step);
                case SummaryClaim end -> checkSummary(end, summary);
            }
        }
        compare(event.sequence(), claims, found);
    }

    /// Compares the receipt that opens the run. It comes before all others; what it binds is known with the first
    /// event.
    void checkCreation(RunFact.RunStarted started) {
        JsonObject inputs = Attestation.opens(header) ? inputs(started) : null;
        if (inputs == null) {
            return;
        }
        List<StoredReceipt> roots = steps.of(StoredReceipt.CREATION);
        latest = roots.isEmpty() ? latest : decoded(roots.getFirst());
        new Attestation(identities())
                .creation(header, inputs, null)
                .ifPresent(claim -> compare(StoredReceipt.CREATION, List.of(claim), roots));
    }

    /// A fork is signed for with the inputs of its source, even where it begins with others; null when these are gone.
    private @Nullable JsonObject inputs(RunFact.RunStarted started) {
        if (!(header.origin() instanceof Origin.Fork fork) || fork.sequence() > 0) {
            return started.inputs();
        }
        for (StoredEvent first : store.events(fork.source(), 0, 1)) {
            try {
                return EventCodec.decode(fork.source(), first).whole() instanceof RunFact.RunStarted source
                        ? source.inputs()
                        : null;
            } catch (CorruptLog _) {
                // Reported with the source.
                return null;
            }
        }
        return null;
    }

    private void dropUnexpected(long before) {
        for (StoredReceipt receipt : steps.before(before)) {
            if (receipt.sequence() != StoredReceipt.CREATION) {
                unexpected(receipt);
            }
        }
    }

    /// What is left when the log has ended signs for nothing.
    void finish() {
        steps.before(Long.MAX_VALUE).stream()
                .filter(receipt -> receipt.sequence() != StoredReceipt.CREATION)
                .forEach(this::unexpected);
    }

    private void unexpected(StoredReceipt receipt) {
        tally.find(
                FsckCode.RECEIPT_UNEXPECTED,
                id,
                receipt.sequence(),
                "receipt %d signs for an event that requires none".formatted(receipt.index()));
    }

    private void compare(long sequence, List<StepClaim> claims, List<StoredReceipt> found) {
        if (found.size() < claims.size()) {
            tally.find(
                    FsckCode.RECEIPT_MISSING,
                    id,
                    sequence,
                    "expected %d receipts, found %d".formatted(claims.size(), found.size()));
            return;
        }
        found.subList(claims.size(), found.size()).forEach(this::unexpected);
        for (int i = 0; i < claims.size(); i++) {
            Receipt receipt = decoded(found.get(i));
            String difference = receipt == null ? null : Agreement.difference(claims.get(i), receipt);
            if (difference != null) {
                contradicts(sequence, difference);
            }
        }
    }

    private void checkSummary(SummaryClaim claim, @Nullable StoredReceipt stored) {
        if (stored == null) {
            tally.find(FsckCode.SUMMARY_MISSING, id, claim.sequence(), "the run has ended and nothing sums it up");
            return;
        }
        Receipt receipt = decoded(stored);
        String difference = receipt == null ? null : Agreement.difference(claim, receipt);
        if (difference != null) {
            contradicts(claim.sequence(), difference);
        }
    }

    private void contradicts(long sequence, String difference) {
        tally.find(FsckCode.RECEIPT_CONTRADICTS, id, sequence, difference);
    }

    /// A receipt that cannot be read is reported with the set that it belongs to.
    private static @Nullable Receipt decoded(StoredReceipt stored) {
        try {
            return Receipt.decode(stored.bytes());
        } catch (Rejected _) {
            return null;
        }
    }

    /// Names depend on who signed; keys may have changed on the way.
    private Identities identities() {
        return new Identities(issuers.ids(header.tenant()), latest == null ? "" : latest.issuer());
    }

    private Optional<RelatedRun> related(RunId run) {
        return store.run(run)
                .map(_ -> new RelatedRun(
                        store.receiptHead(run).orElse(null),
                        store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 1).stream()
                                .map(StoredReceipt::ref)
                                .findFirst()
                                .orElse(null)));
    }

    static JsonObject details(Receipt receipt) {
        return receipt.extensions().object(StepClaim.EXTENSION_KEY).orElse(JsonObject.EMPTY);
    }
}

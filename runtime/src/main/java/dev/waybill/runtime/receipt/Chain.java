package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.engine.attest.Claim;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.attest.SummaryClaim;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.code.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The end of one run's chain of receipts, growing: each receipt names the one that was committed before it.
final class Chain {

    private final RunId run;
    private final ReceiptIssuer issuer;
    private final Supplier<List<Digest>> earlier;
    private final List<StoredReceipt> sealed = new ArrayList<>();
    private @Nullable Digest newest;
    private long count;

    /// @param earlier the receipts before, in commit order; asked for only when there is something to sum up
    Chain(RunId run, ReceiptIssuer issuer, @Nullable ReceiptHead head, Supplier<List<Digest>> earlier) {
        this.run = run;
        this.issuer = issuer;
        this.earlier = earlier;
        this.newest = head == null ? null : head.ref();
        this.count = head == null ? 0 : head.count();
    }

    List<StoredReceipt> sealed() {
        return sealed;
    }

    /// @throws Rejected when the claim breaks a rule that nothing can be made to fit
    void seal(Claim claim) {
        switch (claim) {
            case StepClaim step -> step(step);
            case SummaryClaim summary -> summary(summary);
        }
    }

    private void step(StepClaim claim) {
        Receipt receipt = issuer.issue(claim.draft(newest));
        sealed.add(stored(StoredReceipt.Kind.STEP, count, claim, receipt));
        newest = receipt.ref();
        count++;
    }

    private void summary(SummaryClaim claim) {
        List<Digest> committed = new ArrayList<>(earlier.get());
        sealed.stream()
                .filter(receipt -> receipt.kind() == StoredReceipt.Kind.STEP)
                .forEach(receipt -> committed.add(receipt.ref()));
        if (newest == null || committed.size() != count || !committed.getLast().equals(newest)) {
            String found = "%d receipts are chained, and %d were found to sum up".formatted(count, committed.size());
            throw StoreException.damaged("receipts, " + run, new IllegalStateException(found));
        }
        Receipt receipt = claim.draft().sign(issuer, claim.receiptId(), committed);
        sealed.add(stored(StoredReceipt.Kind.SUMMARY, 0, claim, receipt));
    }

    private static StoredReceipt stored(StoredReceipt.Kind kind, long index, Claim claim, Receipt receipt) {
        return new StoredReceipt(kind, index, claim.sequence(), receipt.ref(), receipt.toBytes());
    }
}

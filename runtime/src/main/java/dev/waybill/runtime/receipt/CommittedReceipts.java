package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The receipts that this process has committed lately, by name: the end of a short run sums up what its own turns have
/// signed, and a parent names the summary of a child that has just ended. Whatever is not known here is in the store.
final class CommittedReceipts {

    private static final int RUNS = 1_000;

    /// Of a longer run all are read at its end, which is little beside signing them.
    private static final int MOST_STEPS = 32;

    private final Map<RunId, Known> known = new Recent<>(RUNS);

    /// @param steps all of the run, from the first on, as far as it is known; none where some are not
    private record Known(List<Digest> steps, @Nullable Digest summary) {

        static final Known NOTHING = new Known(List.of(), null);

        Known with(StoredReceipt receipt) {
            if (receipt.kind() == StoredReceipt.Kind.SUMMARY) {
                return new Known(steps, receipt.ref());
            }
            if (receipt.index() != steps.size() || steps.size() == MOST_STEPS) {
                return new Known(List.of(), summary);
            }
            List<Digest> more = new ArrayList<>(steps);
            more.add(receipt.ref());
            return new Known(more, summary);
        }
    }

    void add(RunId run, List<StoredReceipt> receipts) {
        if (receipts.isEmpty()) {
            return;
        }
        synchronized (known) {
            Known all = known.getOrDefault(run, Known.NOTHING);
            for (StoredReceipt receipt : receipts) {
                all = all.with(receipt);
            }
            known.put(run, all);
        }
    }

    /// All step receipts of a run up to its newest, in commit order; empty when some were written elsewhere.
    Optional<List<Digest>> steps(RunId run, ReceiptHead head) {
        List<Digest> steps = of(run).steps();
        boolean complete = !steps.isEmpty()
                && steps.size() == head.count()
                && steps.getLast().equals(head.ref());
        return complete ? Optional.of(steps) : Optional.empty();
    }

    Optional<Digest> summary(RunId run) {
        return Optional.ofNullable(of(run).summary());
    }

    private Known of(RunId run) {
        synchronized (known) {
            return known.getOrDefault(run, Known.NOTHING);
        }
    }
}

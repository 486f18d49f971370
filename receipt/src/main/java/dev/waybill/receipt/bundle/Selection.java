package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Receipts chosen by name: `sha256:` references or step ids.
final class Selection {

    private final Map<String, @Nullable Digest> found = new LinkedHashMap<>();

    Selection(Collection<String> names) {
        names.forEach(name -> found.put(name, null));
    }

    /// Whether a receipt is chosen. A step may have several receipts; then its id does not name one.
    boolean chooses(Receipt receipt) {
        WorkflowContext context = receipt.workflow();
        boolean byRef = note(receipt.ref().toString(), receipt);
        boolean byStep = context != null && note(context.stepId().value(), receipt);
        return byRef || byStep;
    }

    private boolean note(String name, Receipt receipt) {
        if (!found.containsKey(name)) {
            return false;
        }
        Digest before = found.put(name, receipt.ref());
        if (before != null && !before.equals(receipt.ref())) {
            throw new BundleRefused(
                    BundleRefused.Reason.STEP_AMBIGUOUS, name + " names " + before + " and " + receipt.ref());
        }
        return true;
    }

    /// Refuses names that named nothing.
    void checkAllFound() {
        found.forEach((name, digest) -> {
            if (digest == null) {
                throw new BundleRefused(
                        BundleRefused.Reason.RECEIPT_NOT_FOUND, "the bundle holds no receipt called " + name);
            }
        });
    }
}

package dev.waybill.receipt.bundle;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.code.Rejected;
import java.io.IOException;

/// Goes once over all receipts of a bundle that is to be changed, and refuses a damaged one: what is made
/// from it would look whole.
final class BundlePass {

    /// What is done with each receipt.
    interface Step {
        void take(byte[] presented, Receipt receipt) throws IOException;
    }

    private BundlePass() {}

    static void over(BundleReader bundle, Step step) throws IOException {
        ReceiptSource source = bundle.receipts();
        for (byte[] line = source.next(); line != null; line = source.next()) {
            step.take(line, decode(line));
        }
        for (Finding problem : source.problems()) {
            if (problem.severity() == Severity.ERROR) {
                throw damaged(problem.message());
            }
        }
    }

    private static Receipt decode(byte[] line) {
        try {
            return Receipt.decode(Presented.of(line).jws());
        } catch (Rejected e) {
            throw damaged("a line is not a receipt: " + e.code() + ", " + e.getMessage());
        }
    }

    private static BundleRefused damaged(String message) {
        return new BundleRefused(BundleRefused.Reason.BUNDLE_DAMAGED, message);
    }
}

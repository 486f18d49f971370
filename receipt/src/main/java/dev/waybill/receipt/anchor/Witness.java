package dev.waybill.receipt.anchor;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import java.util.Objects;
import java.util.Optional;

/// Countersigns the summary of another host's run: "this existed when I signed". A witness does not say that what the
/// summary tells is true, and needs no key of whoever signed it.
public final class Witness {

    public static final String EXTENSION_KEY = "dev.waybill/witness";

    private static final String TYPE = "dev.waybill/witness";

    private final ReceiptIssuer issuer;

    public Witness(ReceiptIssuer issuer) {
        this.issuer = issuer;
    }

    /// @param id the receipt's own name, a UUIDv7
    /// @param now epoch seconds
    /// @param summary what was shown
    /// @throws IllegalArgumentException when it is no summary that signs an order
    public Receipt sign(String id, long now, Receipt summary) {
        return issuer.issue(ReceiptDraft.builder(id, now)
                .type(TYPE)
                .extension(EXTENSION_KEY, testimony(Anchor.anchorable(summary)))
                .build());
    }

    /// Enough for a witness that keeps its receipts and nothing else to tell another history apart.
    private static JsonObject testimony(Receipt summary) {
        CommitLog order = Objects.requireNonNull(summary.commitLog());
        return JsonObject.of("receipt", summary.ref().toString())
                .with("issuer", summary.issuer())
                .with(
                        "workflow_id",
                        Objects.requireNonNull(summary.summary())
                                .evidence()
                                .workflowId()
                                .value())
                .with("tree_size", order.size())
                .with("chain_head", order.chainHead().toString())
                .with("root", order.root().toString());
    }

    /// The summary that a witness saw; empty on a receipt that testifies to none.
    public static Optional<Digest> saw(Receipt receipt) {
        return receipt.extensions()
                .object(EXTENSION_KEY)
                .flatMap(testimony -> testimony.string("receipt"))
                .flatMap(Digest::tryParse);
    }
}

package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.VerificationKey;

/// Which key signed how many receipts for which issuer.
public final class KeyUse {

    private final VerificationKey key;
    private final String issuer;
    private long receipts;

    KeyUse(VerificationKey key, String issuer) {
        this.key = key;
        this.issuer = issuer;
    }

    void count() {
        receipts++;
    }

    public VerificationKey key() {
        return key;
    }

    public String issuer() {
        return issuer;
    }

    public long receipts() {
        return receipts;
    }

    public JsonObject toJson() {
        return JsonObject.of("issuer", issuer)
                .with("kid", key.kid())
                .with("thumbprint", key.thumbprintText())
                .with("receipts", receipts);
    }
}

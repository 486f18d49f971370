package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;

/// Which key signed how many receipts for which issuer.
public final class KeyUse {

    private final VerificationKey key;
    private final String issuer;
    private long receipts;
    private KeySet.Binding binding = KeySet.Binding.CALLER;

    KeyUse(VerificationKey key, String issuer) {
        this.key = key;
        this.issuer = issuer;
    }

    void count() {
        receipts++;
    }

    void boundBy(KeySet.Binding whose) {
        binding = whose;
    }

    /// Whether somebody says that the key is the issuer's: the caller, the key's file, or the issuer's name itself.
    /// Of keys that came with the evidence nobody does, and the report says that of them all.
    public boolean isBound() {
        return binding != KeySet.Binding.NOBODY;
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
                .with("receipts", receipts)
                .withIfPresent("issuer_verified", isBound() ? null : JsonBool.FALSE);
    }
}

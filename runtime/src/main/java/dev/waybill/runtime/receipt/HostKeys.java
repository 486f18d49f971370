package dev.waybill.runtime.receipt;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.privacy.TenantIds;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// One host's keys: the newest signs for all tenants, and every tenant has pseudonyms of its own.
public final class HostKeys implements ReceiptIssuers {

    private static final String HMAC = "HmacSHA256";
    private static final String PURPOSE = "dev.waybill/tenant-key/v1\0";

    private final Map<Wire, ReceiptIssuer> issuers = new EnumMap<>(Wire.class);
    private final SecretKeySpec tenantSecret;
    private final KeySet publicKeys;

    /// @param keys all keys of the host, the current one last
    /// @param issuer an https origin; null for a name made from the key
    /// @param tenantSecret 32 random bytes or more, kept for ever: pseudonyms follow from it
    public HostKeys(List<SigningKey> keys, @Nullable String issuer, byte[] tenantSecret) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("expected a key to sign with, found none; make one with: keys new");
        }
        for (Wire wire : Wire.values()) {
            issuers.put(wire, new ReceiptIssuer(keys.getLast(), wire, issuer));
        }
        this.tenantSecret = new SecretKeySpec(tenantSecret, HMAC);
        KeySet known = KeySet.empty();
        for (SigningKey key : keys) {
            String name = new ReceiptIssuer(key, Wire.V0_1, issuer).issuer();
            known = known.and(name, List.of(key.verificationKey()));
        }
        this.publicKeys = known;
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire) {
        ReceiptIssuer issuer = issuers.get(wire);
        if (issuer == null) {
            throw new IllegalStateException("every wire has an issuer");
        }
        return issuer;
    }

    @Override
    public TenantIds ids(String tenant) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(tenantSecret);
            return new TenantIds(mac.doFinal((PURPOSE + tenant).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    @Override
    public KeySet publicKeys() {
        return publicKeys;
    }
}

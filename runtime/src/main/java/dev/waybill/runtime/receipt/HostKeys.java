package dev.waybill.runtime.receipt;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.KeyLost;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// One host's keys: the newest of those in use signs for all tenants, and every tenant has pseudonyms of its own.
public final class HostKeys implements ReceiptIssuers {

    private static final String HMAC = "HmacSHA256";
    private static final String PURPOSE = "dev.waybill/tenant-key/v1\0";

    private record Signer(String kid, Wire wire, String name) {}

    private final List<SigningKey> keys;
    private final @Nullable String issuer;
    private final Set<String> names;
    private final Map<String, String> keyNames = new LinkedHashMap<>();
    private final Map<Signer, ReceiptIssuer> issuers = new ConcurrentHashMap<>();
    private final SecretKeySpec tenantSecret;
    private final KeySet publicKeys;

    /// @param keys all keys of the host, the newest last
    /// @param issuer an https origin; null for a name made from the key
    /// @param tenantSecret 32 random bytes or more, kept for ever: pseudonyms follow from it
    public HostKeys(List<SigningKey> keys, @Nullable String issuer, byte[] tenantSecret) {
        this(keys, issuer, List.of(), tenantSecret);
    }

    /// @param others names under which the same keys sign for runs of before
    public HostKeys(List<SigningKey> keys, @Nullable String issuer, List<String> others, byte[] tenantSecret) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected a key to sign with, found none; create one with: waybill keys new");
        }
        this.keys = List.copyOf(keys);
        this.issuer = issuer;
        this.names = new LinkedHashSet<>(others);
        if (issuer != null) {
            names.add(issuer);
        }
        this.tenantSecret = new SecretKeySpec(tenantSecret, HMAC);
        KeySet known = KeySet.empty();
        for (SigningKey key : keys) {
            String own = new ReceiptIssuer(key, Wire.V0_1, null).issuer();
            keyNames.put(key.kid(), own);
            known = known.and(own, List.of(key.verificationKey()));
            for (String name : names) {
                known = known.and(name, List.of(key.verificationKey()));
            }
        }
        this.publicKeys = known;
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, Instant at) {
        return signing(wire, issuer, at);
    }

    /// A name that was made from a key goes with it: behind a rotation the newest key signs under its own.
    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at) {
        if (names.contains(name)) {
            return signing(wire, name, at);
        }
        if (keyNames.containsValue(name)) {
            return signing(wire, null, at);
        }
        throw new KeyLost("its receipts are signed as %s, and this process has no key for that name; it signs as %s"
                .formatted(name, issuer(tenant, wire, at).issuer()));
    }

    @Override
    public boolean knows(String name) {
        return names.contains(name) || keyNames.containsValue(name);
    }

    /// @param name null for the one that is made from the key
    private ReceiptIssuer signing(Wire wire, @Nullable String name, Instant at) {
        SigningKey key = inUse(at);
        String signs = name == null ? keyNames.getOrDefault(key.kid(), "") : name;
        return issuers.computeIfAbsent(new Signer(key.kid(), wire, signs), _ -> new ReceiptIssuer(key, wire, signs));
    }

    private SigningKey inUse(Instant at) {
        return SigningKey.newestAt(keys, at.getEpochSecond())
                .orElseThrow(() -> new KeyLost(
                        "none of its signing keys is in use at %s; the newest is %s".formatted(at, keys.getLast())));
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

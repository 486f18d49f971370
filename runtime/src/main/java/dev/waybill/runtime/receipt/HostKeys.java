package dev.waybill.runtime.receipt;

import dev.waybill.base.Recent;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
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
    private static final int TENANTS = 1_000;
    private static final String PURPOSE = "dev.waybill/tenant-key/v1\0";

    private record Signer(String kid, Wire wire, String name) {}

    private final List<SigningKey> keys;
    private final @Nullable String issuer;
    private final Set<String> names;
    private final Map<String, String> keyNames = new LinkedHashMap<>();
    private final Map<Signer, ReceiptIssuer> issuers = new ConcurrentHashMap<>();
    private final SecretKeySpec tenantSecret;
    private final Map<String, TenantIds> ids = new Recent<>(TENANTS);
    /// Made when somebody asks: an old host signs much for it.
    private volatile @Nullable KeySet publicKeys;

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
        for (SigningKey key : keys) {
            keyNames.put(key.kid(), new ReceiptIssuer(key, Wire.V0_1, null).issuer());
        }
    }

    /// A key is known under its own name, under those of all keys before it, which gave them to it, and under those
    /// that the host chose.
    private KeySet published() {
        KeySet known = KeySet.empty();
        List<VerificationKey> published = SigningKey.published(keys);
        for (int i = 0; i < keys.size(); i++) {
            List<VerificationKey> key = published.subList(i, i + 1);
            for (SigningKey named : keys.subList(0, i + 1)) {
                known = known.and(keyNames.getOrDefault(named.kid(), ""), key);
            }
            for (String name : names) {
                known = known.and(name, key);
            }
        }
        return known;
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, Instant at) {
        return signing(wire, issuer, at);
    }

    /// A run keeps the name that it began with. A name that was made from a key goes over to the keys behind it.
    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at) {
        if (names.contains(name) || heirs(name).contains(inUse(at))) {
            return signing(wire, name, at);
        }
        throw new KeyLost("its receipts are signed as %s, and this process has no key for that name; it signs as %s"
                .formatted(name, issuer(tenant, wire, at).issuer()));
    }

    /// The key that a name was made from, and those behind it.
    private List<SigningKey> heirs(String name) {
        for (int i = 0; i < keys.size(); i++) {
            if (name.equals(keyNames.get(keys.get(i).kid()))) {
                return keys.subList(i, keys.size());
            }
        }
        return List.of();
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
        synchronized (ids) {
            return ids.computeIfAbsent(tenant, this::derived);
        }
    }

    private TenantIds derived(String tenant) {
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
        KeySet known = publicKeys;
        if (known == null) {
            known = published();
            publicKeys = known;
        }
        return known;
    }
}

package dev.waybill.host.wiring;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.TokenKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;

/// What other hosts call this one: it follows from the oldest secret of the store, so all processes on it, and all
/// their successors, are one host.
public final class HostIds {

    private static final byte[] PURPOSE = "dev.waybill/host-id/v1\0".getBytes(StandardCharsets.UTF_8);
    private static final int LENGTH = 20;

    private HostIds() {}

    public static String of(RunStore store, InstantSource clock) {
        List<TokenKey> keys = store.createTokenKey(TokenKey.first(new SecureRandom(), clock.instant()));
        TokenKey oldest = keys.stream()
                .min(Comparator.comparing(TokenKey::createdAt).thenComparingInt(TokenKey::id))
                .orElseThrow();
        ByteArrayOutputStream material = new ByteArrayOutputStream();
        material.writeBytes(PURPOSE);
        material.writeBytes(oldest.secret());
        return "waybill-" + Digest.of(material.toByteArray()).hex().substring(0, LENGTH);
    }
}

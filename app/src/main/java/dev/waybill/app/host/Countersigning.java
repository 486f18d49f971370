package dev.waybill.app.host;

import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/// Witnesses other hosts' summaries under this one's key.
public final class Countersigning {

    private static final int CHANCE_BYTES = 16;

    private final ReceiptIssuers issuers;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public Countersigning(ReceiptIssuers issuers, InstantSource clock) {
        this.issuers = issuers;
        this.clock = clock;
    }

    /// @throws IllegalArgumentException when it is no summary that signs an order
    public Receipt sign(Receipt summary) {
        Instant now = clock.instant();
        byte[] chance = new byte[CHANCE_BYTES];
        random.nextBytes(chance);
        return new Witness(issuers.issuer(Hosts.TENANT, Wire.V0_1, now))
                .sign(UuidV7Factory.of(now, chance).toString(), now.getEpochSecond(), summary);
    }
}

package dev.waybill.receipt.key;

import java.security.SecureRandom;

/// Hands out one seed as if it were random, so that the key pair generator computes its public key.
final class FixedRandom extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final byte[] seed;

    /// Takes no provider: nothing here is random, and the default one would gather entropy for it.
    FixedRandom(byte[] seed) {
        super(null, null);
        this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
        System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
}

package dev.waybill.doors.jwt;

import java.util.Arrays;
import java.util.Optional;

/// How a token may be signed. There is no symmetric algorithm here and never `none`: a published key must not be usable
/// as a secret.
public enum JwtAlgorithm {
    EDDSA("EdDSA"),
    ES256("ES256"),
    RS256("RS256");

    private final String wire;

    JwtAlgorithm(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static Optional<JwtAlgorithm> of(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }
}

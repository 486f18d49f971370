package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.Ed25519Signer;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.jwk.OctetKeyPair;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.VerificationKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A general JOSE library, which shares no code with us, agrees in both directions.
class NimbusTest {

    @ParameterizedTest
    @EnumSource(Wire.class)
    void itVerifiesOurReceipts(Wire wire) throws Exception {
        Receipt issued = Samples.issuer(wire).issue(Samples.draft().build());
        JWSObject jws = JWSObject.parse(issued.compact());
        OctetKeyPair key =
                OctetKeyPair.parse(Samples.KEY.verificationKey().toJwk().toString());
        assertThat(jws.verify(new Ed25519Verifier(key))).isTrue();
        assertThat(jws.getHeader().getKeyID()).isEqualTo(Samples.KEY.kid());
        assertThat(jws.getHeader().getType()).isEqualTo(new JOSEObjectType(wire.typ()));
        assertThat(jws.getPayload().toString()).isEqualTo(issued.claims().toString());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void weVerifyItsReceipts(Wire wire) throws Exception {
        var claims = Samples.issuer(wire).issue(Samples.draft().build()).claims();
        var header = new JWSHeader.Builder(JWSAlgorithm.parse("EdDSA"))
                .type(new JOSEObjectType(wire.typ()))
                .keyID(Samples.KEY.kid())
                .build();
        JWSObject jws = new JWSObject(header, new Payload(claims.toString()));
        jws.sign(new Ed25519Signer(OctetKeyPair.parse(Samples.KEY.toPrivateJwk().toString())));
        var valid = Samples.valid(Samples.verifier().verify(jws.serialize()));
        assertThat(valid.receipt().claims()).isEqualTo(claims);
    }

    @Test
    void itGivesOurKeysTheSameThumbprint() throws Exception {
        VerificationKey key = Samples.KEY.verificationKey();
        assertThat(OctetKeyPair.parse(key.toJwk().toString())
                        .computeThumbprint()
                        .toString())
                .isEqualTo(key.thumbprintText());
    }
}

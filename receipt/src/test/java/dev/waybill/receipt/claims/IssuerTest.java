package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example",
                "https://a.example:8443",
                "https://a.example:0",
                "https://localhost",
                "https://a_b.example",
                "https://xn--9ca.example",
                "https://127.0.0.1",
                "https://[::1]",
                "https://[2001:db8::1]:8443",
                "https://[1:2:3:4:5:6:7:8]",
                "https://[::ffff:102:304]",
                "https://k-00ff.waybill.invalid",
                "did:web:example.com",
                "did:key:z6Mk",
                "did:web:a:b"
            })
    void anIssuerHasOneSpelling(String issuer) {
        assertThat(Issuer.isCanonical(issuer)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://",
                "http://a.example",
                "HTTPS://a.example",
                "https://A.example",
                "https://a.example/",
                "https://a.example:443",
                "https://a.example:",
                "https://a.example:080",
                "https://a.example:65536",
                "https://a.example:x",
                "https://u@a.example",
                "https://a.example?",
                "https://a.example#",
                "https://a.example/x",
                "https://é.example",
                "https://a b.example",
                "https://a%41.example",
                "https://1.2.3",
                "https://1.2.3.04",
                "https://256.1.1.1",
                "https://a.0x7f",
                "https://[0::1]",
                "https://[::FF]",
                "https://[1::2::3]",
                "https://[::1",
                "https://[1:2:3:4:5:6:7]",
                "https://[::ffff:1.2.3.4]",
                "https://::1",
                " https://a.example",
                "https://a.example\n",
                "urn:x",
                "did:",
                "did:web",
                "did:web:",
                "did::x",
                "did:Web:x",
                "did:web:x/y",
                "did:web:x?y",
                "did:web:x#y"
            })
    void everyOtherSpellingIsRefused(String issuer) {
        assertThat(Issuer.isCanonical(issuer)).isFalse();
    }

    @Test
    void anIssuerHasAtMost2048Characters() {
        assertThat(Issuer.isCanonical("did:web:" + "a".repeat(2040))).isTrue();
        assertThat(Issuer.isCanonical("did:web:" + "a".repeat(2041))).isFalse();
    }
}

package dev.waybill.receipt.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpsUrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://o.example.com",
                "https://o.example.com/a?b=c#d",
                "https://o.example.com:8443/",
                "https://o.example.com:",
                "https://localhost",
                "https://under_score.example",
                "https://user:secret@o.example.com/",
                "https://bücher.example",
                "https://127.0.0.1:8443",
                "https://example.com.",
                "https://[::1]:8443/",
                "https://[2001:db8:0:0:0:0:0:1]",
                "https://o.example.com?query",
            })
    void anHttpsUrlWithAHostIsAccepted(String url) {
        assertThat(Url.isHttps(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://",
                "https:///",
                "https://?q",
                "https://@",
                "https://:443",
                "http://o.example",
                "HTTPS://o.example",
                "o.example",
                "https:o.example",
                "https://exa mple.com",
                "https://o.example/a b",
                " https://o.example",
                "https://o.example\n",
                "https://o.exam\tple",
                "https://o.example\u0000",
                "https://o.example:65536",
                "https://o.example:8x",
                "https://o<b>.example",
                "https://256.1.1.1",
                "https://1.2.3",
                "https://[::1",
                "https://[::1]x",
                "https://[1::2::3]",
                "https://[12345::]",
                "https://[1:2]",
                "https://a%b.example",
            })
    void anythingElseIsRefused(String url) {
        assertThat(Url.isHttps(url)).isFalse();
    }
}

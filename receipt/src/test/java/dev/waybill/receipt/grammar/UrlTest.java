package dev.waybill.receipt.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example", "https://A.example/x?y#z", "https://u:p@a.example", "https://a.example:443",
                "https://é.example/élève", "https://[0::1]/", "https://[::ffff:1.2.3.4]", "https://a.example:"
            })
    void anHttpsUrlNeedsAHost(String url) {
        assertThat(Url.isHttps(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.example",
                "HTTPS://a.example",
                "https:a.example",
                "https:///x",
                "https://",
                "https://a.example\\x",
                "https://a.example/x y",
                "https://a\t.example",
                "https://a%41.example",
                "https://1",
                "https://a.example:99999"
            })
    void aUrlThatAParserWouldRepairIsRefused(String url) {
        assertThat(Url.isHttps(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://u@a.example",
                "https://a.example#f",
                "https://a.example/#",
                "http://a.example",
                "https://"
            })
    void aHintHasNoUserAndNoFragment(String url) {
        assertThat(Url.isHttpsHint(url)).isFalse();
        assertThat(Url.isHttpsHint("https://a.example/x?y")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example",
                "http://localhost:8080",
                "https://a.example/",
                "https://[::1]",
                "https://A.example"
            })
    void anOriginIsSchemeHostAndPort(String url) {
        assertThat(Url.isOrigin(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://a.example", "https://a.example/x", "https://a.example?q", "https://a.example#",
                        "https://u@a.example",
                "https://a.example.", "https://a.example.:8443", "https://[fe80::1%25eth0]", "https://", "a.example"
            })
    void anythingMoreIsNoOrigin(String url) {
        assertThat(Url.isOrigin(url)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "about:blank",
                "urn:x:y",
                "https://a.example/p",
                "tag:a@b,2026:x",
                "x://",
                "x://h:1/p",
                "file:///x"
            })
    void anAbsoluteUrlHasAScheme(String url) {
        assertThat(Url.isAbsolute(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "/problems/x", "//a.example", "1x:y", ":x", "https://", "x://h:99999", "urn:a b"})
    void aRelativeOneHasNot(String url) {
        assertThat(Url.isAbsolute(url)).isFalse();
    }
}

package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.grammar.Tokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The small grammars: what each takes, and the nearest thing that it refuses.
class GrammarsTest {

    @ParameterizedTest
    @ValueSource(strings = {"org.example/x", "Org.Example/X_y.z-1", "https://example.com/a/b", "urn://", "a+b.c-d://x"})
    void aReceiptTypeIsReverseDnsOrAnAbsoluteUri(String type) {
        assertThat(ReceiptType.isValid(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "org/x",
                "org.example",
                "org.example/",
                "/x",
                "-org.example/x",
                "org.example/-x",
                "org.example/x/y",
                "org.ex_ample/x",
                "Https://x",
                "1a://x",
                "://x",
                "urn:x",
                "org.example/x\n"
            })
    void anythingElseIsNoReceiptType(String type) {
        assertThat(ReceiptType.isValid(type)).isFalse();
    }

    @Test
    void aReceiptTypeHasAtMost256Characters() {
        assertThat(ReceiptType.isValid("a.b/" + "c".repeat(252))).isTrue();
        assertThat(ReceiptType.isValid("a.b/" + "c".repeat(253))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.example/x", "a.b/c_d-e", "1.2/3", "a-b.c/0"})
    void anExtensionKeyIsALowerCaseDomainAndAName(String key) {
        assertThat(ExtensionKey.isValid(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "w3c/traceparent",
                "Org.example/x",
                "org.example/X",
                "org.example/x.y",
                "org.example/_x",
                "org.example/",
                "/x",
                "org.example",
                ".org/x",
                "org./x",
                "-a.b/x",
                "a-.b/x",
                "a.b/x/y",
                "a.b/é",
                "a.b/x\n"
            })
    void anythingElseIsNoExtensionKey(String key) {
        assertThat(ExtensionKey.isValid(key)).isFalse();
    }

    @Test
    void anExtensionKeyKeepsTheLimitsOfDnsAndItsOwn() {
        assertThat(ExtensionKey.isValid("a".repeat(63) + ".b/x")).isTrue();
        assertThat(ExtensionKey.isValid("a".repeat(64) + ".b/x")).isFalse();
        assertThat(ExtensionKey.isValid("a.".repeat(126) + "a/x")).isTrue();
        assertThat(ExtensionKey.isValid("a.".repeat(126) + "aa/x")).isFalse();
        assertThat(ExtensionKey.isValid("a.b/" + "c".repeat(508))).isTrue();
        assertThat(ExtensionKey.isValid("a.b/" + "c".repeat(509))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"P30D", "P1Y6M", "PT1H30M", "P1W", "P1WT1H", "P1W0D", "P0D", "PT0S", "P123456789012345D"})
    void aDurationHasItsUnitsInOrder(String duration) {
        assertThat(Iso8601Duration.isValid(duration)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "P",
                "PT",
                "30D",
                "P1D1Y",
                "P1Y2Y",
                "P1W1D",
                "P1YT",
                "P1",
                "P1.5D",
                "P-1D",
                "PT1D",
                "P1H",
                "PT1HT1M",
                "p1d",
                "P1234567890123456D"
            })
    void anythingElseIsNoDuration(String duration) {
        assertThat(Iso8601Duration.isValid(duration)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MIT",
                "GPL-2.0+",
                "LicenseRef-a",
                "(MIT OR Apache-2.0)AND X",
                "A WITH b",
                "(A) WITH b",
                "A\tOR\tB"
            })
    void anSpdxExpressionIsWellFormed(String expression) {
        assertThat(SpdxExpression.isValid(expression)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "MIT AND",
                "OR MIT",
                "(MIT",
                "MIT)",
                "()",
                "MIT MIT",
                "A WITH",
                "A WITH (",
                "+",
                "LicenseRef-",
                "DocumentRef-a:LicenseRef-b",
                "-A",
                "A\nOR B"
            })
    void anythingElseIsNoSpdxExpression(String expression) {
        assertThat(SpdxExpression.isValid(expression)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/vnd.x+json",
                "text/plain; charset=utf-8",
                "a/b;c=d;e=\"f\"",
                "a/b; \tc=d"
            })
    void aMediaTypeHasTwoNamesAndParameters(String type) {
        assertThat(MediaType.isValid(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text",
                "text/",
                "/plain",
                " text/plain",
                "text/plain ",
                "a/b;",
                "a/b;c",
                "a/b;c=",
                "a/b/c",
                "!/b",
                "a/b;c=d e"
            })
    void anythingElseIsNoMediaType(String type) {
        assertThat(MediaType.isValid(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"train", "a", "a1", "user_action", "cf:ai-crawler"})
    void aPurposeIsAWordWithOrWithoutAVendor(String purpose) {
        assertThat(Tokens.isPurpose(purpose)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "1a", "a-", "a_", ":a", "a:", "a:b:c", "a:1", "a b"})
    void anythingElseIsNoPurpose(String purpose) {
        assertThat(Tokens.isPurpose(purpose)).isFalse();
    }
}

package dev.waybill.doors.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Credentials;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.Gatekeeper.Admission;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A token of the configured provider opens the gate for exactly the caller that it names; nothing else does.
class JwtGateTest {

    private static final Provider PROVIDER = new Provider("-1");
    private static final Provider OTHER = new Provider("-1");
    private static final String ISSUER = "https://id.example";
    private static final Instant START = Instant.ofEpochSecond(1_794_700_000);
    private static final JwtRules RULES = rules(null);

    private final List<String> trouble = new ArrayList<>();
    private Instant now = START;
    private byte[] published = PROVIDER.jwks();
    private int fetched;

    private static JwtRules rules(@Nullable String tenant) {
        return new JwtRules(
                ISSUER,
                "waybill",
                Duration.ofSeconds(60),
                List.of(JwtAlgorithm.values()),
                "org.tenant",
                tenant,
                "sub",
                "scope");
    }

    /// A provider that publishes what the test says, and counts who asks.
    private final JwtKeySource source = new JwtKeySource() {
        @Override
        public byte[] read() throws IOException {
            fetched++;
            if (published.length == 0) {
                throw new IOException("nobody answers");
            }
            return published;
        }

        @Override
        public boolean isStale(Instant readAt, Instant at) {
            return !at.isBefore(readAt.plus(Duration.ofMinutes(10)));
        }
    };

    private final Gatekeeper gate = gate(RULES, source);

    private Gatekeeper gate(JwtRules rules, JwtKeySource keys) {
        return new JwtGate(new JwtVerifier(rules, keys, () -> now, trouble::add), new Gatekeeper() {
            @Override
            public Admission admit(Credentials shown) {
                return new Admission.Refused("went to the gate behind");
            }

            @Override
            public boolean asksForKeys() {
                return true;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"EdDSA", "ES256", "RS256"})
    void aTokenNamesItsCaller(String algorithm) {
        assertThat(admit(PROVIDER.token(algorithm, claims())))
                .isEqualTo(new Admission.Admitted(
                        new Caller("acme", "ada@acme.example", EnumSet.of(Scope.RUNS_READ, Scope.RUNS_CREATE))));
    }

    @Test
    void scopesMayBeAnArrayAndTheTenantFixed() {
        JsonObject claims = claims().with("scope", JsonArray.ofStrings(List.of("runs:cancel", "mail:send")))
                .without("org");
        Gatekeeper fixed = gate(rules("house"), source);
        assertThat(fixed.admit(Credentials.bearer("bearer " + PROVIDER.token("ES256", claims))))
                .isEqualTo(
                        new Admission.Admitted(new Caller("house", "ada@acme.example", EnumSet.of(Scope.RUNS_CANCEL))));
    }

    @Test
    void clocksMayBeAMinuteApart() {
        assertThat(admit(with("exp", seconds(-59)))).isInstanceOf(Admission.Admitted.class);
        assertThat(admit(with("exp", seconds(-60)))).isEqualTo(new Admission.Refused("the token has expired"));
        assertThat(admit(with("nbf", seconds(60)))).isInstanceOf(Admission.Admitted.class);
        assertThat(admit(with("nbf", seconds(61))))
                .isEqualTo(new Admission.Refused("the token is not valid yet (nbf)"));
    }

    @Test
    void apiKeysGoToTheGateBehind() {
        for (String header : List.of("Bearer wbk_abc", "Basic a.b.c", "")) {
            assertThat(gate.admit(Credentials.bearer(header)))
                    .isEqualTo(new Admission.Refused("went to the gate behind"));
        }
    }

    private record Hostile(String name, String token, String why) {}

    @TestFactory
    List<DynamicTest> hostileTokensAreRefused() throws GeneralSecurityException {
        return List.of(
                        new Hostile("alg none", unsigned("none"), "algorithm is not allowed"),
                        new Hostile("alg None", unsigned("None"), "algorithm is not allowed"),
                        new Hostile(
                                "alg missing", signed(PROVIDER.header("EdDSA").without("alg")), "algorithm"),
                        new Hostile("the public key as a secret", hmac(), "algorithm is not allowed"),
                        new Hostile("another key under the same name", OTHER.token("EdDSA", claims()), "signature"),
                        new Hostile(
                                "one key's name with another's algorithm",
                                signed(PROVIDER.header("EdDSA").with("kid", new JsonString(PROVIDER.kid("RS256")))),
                                "not among the issuer's keys"),
                        new Hostile("its own key", ownKey(), "signature"),
                        new Hostile(
                                "an address to fetch the key from",
                                signed(PROVIDER.header("EdDSA")
                                        .with("jku", new JsonString("https://evil.example/jwks"))
                                        .with("kid", new JsonString("evil"))),
                                "not among the issuer's keys"),
                        new Hostile(
                                "a path as kid", signed(kid("../../../../dev/null")), "not among the issuer's keys"),
                        new Hostile("SQL as kid", signed(kid("x' or '1'='1")), "not among the issuer's keys"),
                        new Hostile("a huge kid", signed(kid("k".repeat(300))), "no name of a key"),
                        new Hostile(
                                "a kid that is no text",
                                signed(PROVIDER.header("EdDSA").with("kid", JsonNumber.of(1))),
                                "no name of a key"),
                        new Hostile("no kid where none is needed", signed(anonymous(), OTHER), "signature"),
                        new Hostile(
                                "critical extensions",
                                signed(PROVIDER.header("EdDSA").with("crit", JsonArray.ofStrings(List.of("b64")))),
                                "extensions (crit)"),
                        new Hostile(
                                "a receipt",
                                signed(PROVIDER.header("EdDSA").with("typ", new JsonString("peac-receipt/0.1"))),
                                "no access token"),
                        new Hostile("expired", with("exp", seconds(-3600)), "has expired"),
                        new Hostile("no end", without("exp"), "exp is required"),
                        new Hostile("an end that is no time", with("exp", new JsonString("2099")), "exp is no time"),
                        new Hostile("an end beyond all time", with("exp", new JsonNumber("1e400")), "exp is no time"),
                        new Hostile("from the future", with("iat", seconds(3600)), "not valid yet (iat)"),
                        new Hostile("another issuer", with("iss", new JsonString("https://id.example/")), "issuer"),
                        new Hostile("no issuer", without("iss"), "issuer"),
                        new Hostile("another audience", with("aud", new JsonString("mail")), "audience"),
                        new Hostile("no audience", without("aud"), "audience"),
                        new Hostile(
                                "an audience that is an object",
                                with(
                                        "aud",
                                        JsonObject.builder()
                                                .put("waybill", true)
                                                .build()),
                                "audience"),
                        new Hostile("nobody", without("sub"), "sub is missing"),
                        new Hostile("an empty name", with("sub", new JsonString(" ")), "sub is missing"),
                        new Hostile("a line feed", with("sub", new JsonString("ada\nroot")), "sub is missing"),
                        new Hostile("the operator", with("sub", new JsonString("operator")), "gives itself"),
                        new Hostile("an API key", with("sub", new JsonString("key_12")), "gives itself"),
                        new Hostile("no tenant", without("org"), "org.tenant is missing"),
                        new Hostile("a huge token", "a".repeat(20_000) + ".b.c", "more than 16384 characters"),
                        new Hostile("four segments", PROVIDER.token("EdDSA", claims()) + ".x", "no signed JWT"),
                        new Hostile("two segments", "a.b", "no signed JWT"),
                        new Hostile("no base64", "!.b.c", "no base64url"),
                        new Hostile("no JSON", "YQ.YQ.YQ", "no strict JSON"),
                        new Hostile("a payload twice", twice(), "signature"),
                        new Hostile("an empty signature", cut(PROVIDER.token("ES256", claims())), "signature"))
                .stream()
                .map(it -> DynamicTest.dynamicTest(it.name, () -> {
                    Admission admission = admit(it.token);
                    assertThat(admission).isInstanceOf(Admission.Refused.class);
                    assertThat(((Admission.Refused) admission).why())
                            .contains(it.why)
                            .doesNotContain("evil", "' or '");
                }))
                .toList();
    }

    @Test
    void aNewKeyOfTheProviderIsFoundAndAnOldOneForgotten() {
        Provider next = new Provider("-2");
        assertThat(admit(PROVIDER.token("EdDSA", claims()))).isInstanceOf(Admission.Admitted.class);
        published = next.jwks();
        now = now.plusSeconds(31);
        assertThat(admit(next.token("EdDSA", claims()))).isInstanceOf(Admission.Admitted.class);
        assertThat(admit(PROVIDER.token("EdDSA", claims()))).isInstanceOf(Admission.Refused.class);
        assertThat(fetched).isEqualTo(2);
    }

    @Test
    void unknownKeysCannotMakeUsAskTheProviderAgainAndAgain() {
        for (int i = 0; i < 100; i++) {
            assertThat(admit(signed(kid("unknown-" + i)))).isInstanceOf(Admission.Refused.class);
        }
        assertThat(fetched).isEqualTo(1);
    }

    @Test
    void aProviderThatDoesNotAnswerLocksNobodyOutForADay() {
        assertThat(admit(PROVIDER.token("EdDSA", claims()))).isInstanceOf(Admission.Admitted.class);
        published = new byte[0];
        now = START.plus(Duration.ofHours(23));
        assertThat(admit(with("exp", seconds(Duration.ofDays(2).toSeconds())))).isInstanceOf(Admission.Admitted.class);
        assertThat(trouble).containsExactly("the keys for bearer tokens cannot be read: nobody answers");
        now = START.plus(Duration.ofHours(25));
        assertThat(admit(with("exp", seconds(Duration.ofDays(2).toSeconds())))).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void aReplacedFileIsReadAgain(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("jwks.json"), OTHER.jwks());
        Gatekeeper local = gate(RULES, new JwtKeyFile(file));
        Credentials shown = Credentials.bearer("Bearer " + PROVIDER.token("RS256", claims()));
        assertThat(local.admit(shown)).isInstanceOf(Admission.Refused.class);
        Files.write(file, PROVIDER.jwks());
        Files.setLastModifiedTime(file, FileTime.from(START));
        now = now.plusSeconds(31);
        assertThat(local.admit(shown)).isInstanceOf(Admission.Admitted.class);
    }

    @Test
    void keysForOtherPurposesAndWeakOnesArePassedOver() {
        JsonObject encrypts = PROVIDER.edJwk().with("use", new JsonString("enc"));
        JsonObject secret =
                JsonObject.builder().put("kty", "oct").put("k", "AAAA").build();
        JsonObject weak = PROVIDER.rsaJwk().with("n", new JsonString(Base64Url.encode(new byte[] {1, 2, 3})));
        published = jwks(encrypts, secret, weak, PROVIDER.ecJwk());
        assertThat(admit(PROVIDER.token("ES256", claims()))).isInstanceOf(Admission.Admitted.class);
        assertThat(admit(PROVIDER.token("EdDSA", claims()))).isInstanceOf(Admission.Refused.class);
        assertThat(admit(PROVIDER.token("RS256", claims()))).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void aSetWithoutAnyUsableKeyIsTold() {
        published = jwks(PROVIDER.rsaJwk().with("n", new JsonString(Base64Url.encode(new byte[] {1, 2, 3}))));
        assertThat(admit(PROVIDER.token("RS256", claims()))).isInstanceOf(Admission.Refused.class);
        assertThat(trouble).singleElement().asString().contains("found 0", "at least 2048 bits");
    }

    private static byte[] jwks(JsonObject... keys) {
        return JsonWriter.compactBytes(
                JsonObject.builder().put("keys", JsonArray.of(keys)).build());
    }

    private Admission admit(String token) {
        return gate.admit(Credentials.bearer("Bearer " + token));
    }

    private static JsonObject claims() {
        return JsonObject.builder()
                .put("iss", ISSUER)
                .put("aud", JsonArray.ofStrings(List.of("mail", "waybill")))
                .put("exp", START.getEpochSecond() + 600)
                .put("iat", START.getEpochSecond())
                .put("sub", "ada@acme.example")
                .put("org", JsonObject.builder().put("tenant", "acme").build())
                .put("scope", "runs:read runs:create mail:send")
                .build();
    }

    private static JsonNumber seconds(long fromNow) {
        return JsonNumber.of(START.getEpochSecond() + fromNow);
    }

    private static String with(String name, JsonValue value) {
        return PROVIDER.token("EdDSA", claims().with(name, value));
    }

    private static String without(String name) {
        return PROVIDER.token("EdDSA", claims().without(name));
    }

    private static String signed(JsonObject header) {
        return signed(header, PROVIDER);
    }

    private static String signed(JsonObject header, Provider by) {
        return by.sign("EdDSA", header, claims());
    }

    private static JsonObject kid(String kid) {
        return PROVIDER.header("EdDSA").with("kid", new JsonString(kid));
    }

    private static JsonObject anonymous() {
        return PROVIDER.header("EdDSA").without("kid");
    }

    private static String unsigned(String algorithm) {
        return Provider.segment(JsonObject.builder().put("alg", algorithm).build()) + "." + Provider.segment(claims())
                + ".";
    }

    private static String ownKey() {
        return OTHER.sign("EdDSA", PROVIDER.header("EdDSA").with("jwk", OTHER.edJwk()), claims());
    }

    /// The classic: signed with a MAC under the bytes of the published key.
    private static String hmac() throws GeneralSecurityException {
        String signed = Provider.segment(PROVIDER.header("RS256").with("alg", new JsonString("HS256"))) + "."
                + Provider.segment(claims());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(PROVIDER.rsaPublic(), "HmacSHA256"));
        return signed + "." + Base64Url.encode(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    /// A good signature over other claims.
    private static String twice() {
        String[] segments = PROVIDER.token("EdDSA", claims()).split("\\.", -1);
        return segments[0] + "." + Provider.segment(claims().with("sub", new JsonString("eve"))) + "." + segments[2];
    }

    private static String cut(String token) {
        return token.substring(0, token.lastIndexOf('.') + 1);
    }
}

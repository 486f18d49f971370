package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.simulator.ModelStore;
import io.helidon.webserver.http.HttpRules;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A browser signs in with an API key, over real sockets.
class SignInTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KEY = ApiKeyGate.newKey(new Random(3));
    private static final Pattern CSRF = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");

    private final RunStore store = new ModelStore();
    private final HttpClient client = HttpClient.newHttpClient();
    private Instant now = START;
    private final WaybillServer server = start(ServerSettings.of("127.0.0.1", 0));

    SignInTest() {
        addKey(null);
    }

    @AfterEach
    void stop() {
        server.close();
        client.shutdownNow();
    }

    @Test
    void aKeyIsExchangedForACookieThatOpensTheGateAsTheKeyWould() throws Exception {
        Browser browser = signIn();
        assertThat(browser.setCookie()).contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200");
        assertThat(get("/whoami", browser.cookie()).body()).isEqualTo("acme key-1 [RUNS_READ]");
        assertThat(get("/session", browser.cookie()).body())
                .contains("\"tenant\":\"acme\"", "\"scopes\":[\"runs:read\"]", browser.csrf());
        assertThat(browser.cookie()).doesNotContain(KEY.substring(4));
    }

    @Test
    void overTheNetworkTheCookieTravelsEncryptedOnly() {
        assertThat(SessionCookie.set("x", Duration.ofHours(1), true))
                .startsWith("__Host-")
                .contains("; Secure");
        assertThat(SessionCookie.in("a=b; __Host-waybill_session=x; c=d")).contains("x");
    }

    @Test
    void aWrongOrExpiredKeyOrNoneOpensNoSession() throws Exception {
        assertThat(send(to("/session")
                                .header("Authorization", "Bearer " + KEY + "A")
                                .POST(nothing()))
                        .statusCode())
                .isEqualTo(401);
        assertThat(send(to("/session").POST(nothing())).statusCode()).isEqualTo(401);
        store.expireApiKey("key-1", START.plusSeconds(5));
        now = START.plusSeconds(5);
        HttpResponse<String> expired =
                send(to("/session").header("Authorization", "Bearer " + KEY).POST(nothing()));
        assertThat(expired.statusCode()).isEqualTo(401);
        assertThat(expired.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void aSessionOpensNoSession() throws Exception {
        Browser browser = signIn();
        assertThat(send(change("/session", browser).POST(nothing())).statusCode())
                .isEqualTo(401);
    }

    @Test
    void aForgedCookieIsRefusedWhereverItWasChanged() throws Exception {
        String cookie = signIn().cookie();
        int value = cookie.indexOf('=') + 1;
        for (int i = value; i < cookie.length(); i += 7) {
            char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
            String forged = cookie.substring(0, i) + other + cookie.substring(i + 1);
            assertThat(get("/whoami", forged).statusCode()).as(forged).isEqualTo(401);
        }
        assertThat(get("/whoami", "waybill_session=").statusCode()).isEqualTo(401);
        assertThat(get("/whoami", cookie.substring(0, cookie.length() - 4)).statusCode())
                .isEqualTo(401);
    }

    @Test
    void aSessionEndsByItselfAndNotLaterThanItsKey() throws Exception {
        String cookie = signIn().cookie();
        now = START.plus(Duration.ofHours(12)).minusSeconds(1);
        assertThat(get("/whoami", cookie).statusCode()).isEqualTo(200);
        now = START.plus(Duration.ofHours(12));
        assertThat(get("/whoami", cookie).statusCode()).isEqualTo(401);

        store.expireApiKey("key-1", now.plusSeconds(60));
        Browser brief = signIn();
        assertThat(brief.setCookie()).contains("Max-Age=60");
        now = now.plusSeconds(60);
        assertThat(get("/whoami", brief.cookie()).statusCode()).isEqualTo(401);
    }

    @Test
    void revokingTheKeyEndsTheSession() throws Exception {
        String cookie = signIn().cookie();
        store.expireApiKey("key-1", now);
        assertThat(get("/whoami", cookie).statusCode()).isEqualTo(401);
    }

    @Test
    void signingOutEndsTheSession() throws Exception {
        Browser browser = signIn();
        Browser other = signIn();
        HttpResponse<String> out = send(change("/session", browser).DELETE());
        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        assertThat(get("/whoami", browser.cookie()).statusCode()).isEqualTo(401);
        assertThat(get("/whoami", other.cookie()).statusCode()).isEqualTo(200);
    }

    @Test
    void signingOutHoldsInEveryProcessOnTheStore() throws Exception {
        Browser browser = signIn();
        try (WaybillServer neighbour = start(ServerSettings.of("127.0.0.1", 0))) {
            URI there = URI.create(neighbour.url() + "/whoami");
            HttpRequest.Builder ask = HttpRequest.newBuilder(there).header("Cookie", browser.cookie());
            assertThat(send(ask).statusCode()).isEqualTo(200);
            send(change("/session", browser).DELETE());
            assertThat(send(ask).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void whoShowsUnknownKeysAgainAndAgainIsNotAskedAnyMoreForAWhile() throws Exception {
        assertThat(send(signInWith(KEY)).statusCode()).isEqualTo(201);
        for (int i = 0; i < FailedAttempts.MOST; i++) {
            assertThat(send(signInWith(KEY + i)).statusCode()).isEqualTo(401);
        }
        HttpResponse<String> barred = send(signInWith(KEY + "x"));
        assertThat(barred.statusCode()).isEqualTo(429);
        assertThat(barred.headers().firstValue("Retry-After")).contains("60");
        assertThat(barred.body()).contains("rate_limited", "\"retryAfterMs\":60000");
        assertThat(send(signInWith(KEY)).statusCode())
                .as("a key that was let in before")
                .isEqualTo(201);
        now = now.plus(FailedAttempts.WINDOW);
        assertThat(send(signInWith(KEY + "x")).statusCode()).isEqualTo(401);
    }

    private HttpRequest.Builder signInWith(String key) {
        return to("/session").header("Authorization", "Bearer " + key).POST(nothing());
    }

    @Test
    void aPageOfAnotherSiteChangesNothingWithTheCookie() throws Exception {
        Browser browser = signIn();
        assertThat(send(to("/change").header("Cookie", browser.cookie()).POST(nothing()))
                        .statusCode())
                .as("without a token")
                .isEqualTo(403);
        assertThat(send(to("/change")
                                .header("Cookie", browser.cookie())
                                .header("X-Waybill-Csrf", signIn().csrf())
                                .POST(nothing()))
                        .statusCode())
                .as("with the token of another session")
                .isEqualTo(403);
        for (String site : List.of("cross-site", "same-site", "none")) {
            assertThat(send(change("/change", browser)
                                    .header("Sec-Fetch-Site", site)
                                    .POST(nothing()))
                            .statusCode())
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(send(change("/change", browser)
                                .header("Origin", "https://evil.example")
                                .POST(nothing()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(change("/change", browser)
                                .header("Sec-Fetch-Site", "same-origin")
                                .POST(nothing()))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(to("/change").header("Authorization", "Bearer " + KEY).POST(nothing()))
                        .statusCode())
                .as("a program with its key needs no token")
                .isEqualTo(200);
    }

    @Test
    void anotherProcessOnTheStoreKnowsTheSessionAndARotatedKeyStillDoes() throws Exception {
        Browser browser = signIn();
        store.rotateTokenKey(new TokenKey(1, new byte[TokenKey.LENGTH], now, null), now.plus(Duration.ofDays(1)));
        try (WaybillServer other = start(ServerSettings.of("127.0.0.1", 0))) {
            HttpResponse<String> answer = send(
                    HttpRequest.newBuilder(URI.create(other.url() + "/whoami")).header("Cookie", browser.cookie()));
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        assertThat(send(change("/change", browser).POST(nothing())).statusCode())
                .isEqualTo(200);
    }

    private record Browser(String setCookie, String cookie, String csrf) {}

    private Browser signIn() throws Exception {
        HttpResponse<String> answer =
                send(to("/session").header("Authorization", "Bearer " + KEY).POST(nothing()));
        assertThat(answer.statusCode()).isEqualTo(201);
        String header = answer.headers().firstValue("Set-Cookie").orElseThrow();
        Matcher token = CSRF.matcher(answer.body());
        assertThat(token.find()).isTrue();
        return new Browser(header, header.substring(0, header.indexOf(';')), token.group(1));
    }

    private void addKey(@Nullable Instant end) {
        store.addApiKey(new ApiKey(
                "key-1", "acme", "test", ApiKeyGate.digest(KEY), Set.of(Scope.RUNS_READ), Instant.EPOCH, end));
    }

    private WaybillServer start(ServerSettings settings) {
        SignIn gate = new SignIn(store, () -> now, new Random(4), settings);
        return WaybillServer.start(settings, gate, Optional::empty, List.of(gate, new Echo()));
    }

    /// Says who called.
    private static final class Echo implements Door {
        @Override
        public void open(HttpRules rules) {
            rules.get("/whoami", (request, response) -> {
                var caller = Callers.of(request);
                response.send(caller.tenant() + " " + caller.principal() + " " + caller.scopes());
            });
            rules.post("/change", (_, response) -> response.send("done"));
        }

        @Override
        public String notice() {
            return "a test";
        }
    }

    private HttpRequest.Builder change(String path, Browser browser) {
        return to(path).header("Cookie", browser.cookie()).header("X-Waybill-Csrf", browser.csrf());
    }

    private HttpResponse<String> get(String path, String cookie) throws Exception {
        return send(to(path).header("Cookie", cookie));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    private static HttpRequest.BodyPublisher nothing() {
        return HttpRequest.BodyPublishers.noBody();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}

package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.simulator.ModelStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server without keys is open to direct calls of its machine, and only until there is a key.
class LocalGateTest {

    private static final String KEY = ApiKeyGate.newKey(new Random(5));

    private final RunStore store = new ModelStore();
    private final HttpClient client = HttpClient.newHttpClient();
    private final WaybillServer server = start();

    private WaybillServer start() {
        ServerSettings settings = ServerSettings.of("127.0.0.1", 0);
        SignIn signIn = new SignIn(store, InstantSource.system(), new Random(4), settings);
        Caller everybody = new Caller("local", Caller.THIS_MACHINE, Scope.ALL);
        return WaybillServer.start(
                settings,
                new LocalGate(everybody, () -> !store.apiKeys().isEmpty(), signIn),
                Optional::empty,
                List.of(signIn));
    }

    @AfterEach
    void stop() {
        server.close();
        client.shutdownNow();
    }

    private HttpResponse<String> session(String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/session"));
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aDirectCallNeedsNoKeyUntilThereIsOne() throws Exception {
        assertThat(session().body()).contains("\"principal\":\"this-machine\"", "runs:create");
        store.addApiKey(new ApiKey(
                "key-1",
                "acme",
                "test",
                ApiKeyGate.digest(KEY),
                Scope.ALL,
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(1)));
        assertThat(session().statusCode()).isEqualTo(401);
        store.addApiKey(
                new ApiKey("key-2", "acme", "test", ApiKeyGate.digest(KEY + 2), Scope.ALL, Instant.EPOCH, null));
        assertThat(session("Authorization", "Bearer " + KEY + 2).body()).contains("\"tenant\":\"acme\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"})
    void aForwardedCallIsRefusedWhereNoKeyIsAskedFor(String header) throws Exception {
        HttpResponse<String> refused = session(header, "203.0.113.7");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains(header, "waybill apikeys new");
    }

    @Test
    void aForwardedCallWithAKeyIsLetIn() throws Exception {
        store.addApiKey(new ApiKey("key-1", "acme", "test", ApiKeyGate.digest(KEY), Scope.ALL, Instant.EPOCH, null));
        assertThat(session("Authorization", "Bearer " + KEY, "X-Forwarded-For", "203.0.113.7")
                        .statusCode())
                .isEqualTo(200);
    }
}

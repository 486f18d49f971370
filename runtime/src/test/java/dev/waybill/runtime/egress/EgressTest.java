package dev.waybill.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where this host goes, and where it does not.
@SuppressWarnings("AddressSelection") // which addresses a name has is what is tested
class EgressTest {

    private final Egress guarded = new Egress(EgressRules.USUAL);
    private HttpServer server;
    private URI here;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("location", "http://169.254.169.254/latest");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.start();
        here = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://localhost/",
                "http://localhost./",
                "http://metadata.LocalHost/",
                "https://8.8.8.8:99999/",
                "http://LOCALHOST/",
                "http://0.0.0.0/",
                "http://10.1.2.3/",
                "http://172.31.0.1/",
                "http://192.168.1.1/",
                "http://169.254.169.254/latest/meta-data",
                "http://100.64.0.1/",
                "http://198.18.0.1/",
                "http://255.255.255.255/",
                "http://224.0.0.1/",
                "http://[::1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:10.0.0.1]/",
                "http://[::127.0.0.1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[64:ff9b:1::7f00:1]/",
                "http://[64:ff9b:1::808:808]/",
                "http://[100:0:0:1::1]/",
                "http://[::ffff:0:7f00:1]/",
                "http://[2002:7f00:1::]/",
                "http://[fe80::1]/",
                "http://[fec0::1]/",
                "http://[fc00::1]/",
                "http://[fd12::1]/",
                "http://[ff02::1]/",
                "http://2130706433/",
                "http://0x7f.1/",
                "http://127.1/",
                "ftp://example.com/",
                "file:///etc/passwd",
                "http:///nothing",
                "http://user:secret@8.8.8.8/"
            })
    void addressesOfThisMachineAndItsNetworkAreRefused(String address) {
        assertThatThrownBy(() -> guarded.check(URI.create(address))).isInstanceOf(EgressRefused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://8.8.8.8/",
                "http://172.32.0.1/",
                "http://100.128.0.1/",
                "http://[2606:4700::1111]/",
                "http://[2002:808:808::]/",
                "http://[64:ff9b::808:808]/"
            })
    void publicAddressesAreNot(String address) {
        assertThatCode(() -> guarded.check(URI.create(address))).doesNotThrowAnyException();
    }

    @Test
    void aListNarrowsItDown() {
        Egress narrow = new Egress(new EgressRules(List.of("8.8.8.8", "*.example.com"), false));
        assertThatCode(() -> narrow.check(URI.create("http://8.8.8.8/"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> narrow.check(URI.create("http://8.8.4.4/"))).isInstanceOf(EgressRefused.class);
        assertThatThrownBy(() -> narrow.check(URI.create("http://badexample.com/")))
                .isInstanceOf(EgressRefused.class);
    }

    @Test
    void aGivenAddressIsJudgedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> guarded.toGiven(get(here), HttpResponse.BodyHandlers.discarding()))
                .isInstanceOf(EgressRefused.class)
                .hasMessageContaining("private");
    }

    @Test
    void anOperatorsAddressIsUsedAsItIs() throws Exception {
        assertThat(guarded.toConfigured(get(here), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void aRedirectIsNotFollowedButTold() throws Exception {
        Egress open = guarded.under(new EgressRules(List.of(), true));
        HttpResponse<Void> response = open.toGiven(get(here), HttpResponse.BodyHandlers.discarding());
        URI next = Egress.next(response).orElseThrow();
        assertThat(next.getHost()).isEqualTo("169.254.169.254");
        assertThatThrownBy(() -> guarded.check(next)).isInstanceOf(EgressRefused.class);
    }

    @Test
    void aNameKeepsItsAddressesWhileARequestIsUnderWay() throws Exception {
        InetAddress loopback = InetAddress.getByName("localhost");
        try (PinnedNames.Held held = PinnedNames.hold("localhost");
                PinnedNames.Held again = PinnedNames.hold("LOCALHOST")) {
            assertThat(again.addresses()).isEqualTo(held.addresses()).contains(loopback);
        }
    }

    @Test
    void theJdkAsksUsForNames() throws Exception {
        // Without the service, a name that changes between judging and connecting would get through.
        assertThatThrownBy(() -> InetAddress.getByName("nobody.waybill.invalid"))
                .isInstanceOf(IOException.class);
        PinnedNames.Held held = PinnedNames.pin("pinned.waybill.invalid", List.of(InetAddress.ofLiteral("192.0.2.7")));
        try (held) {
            assertThat(InetAddress.getByName("pinned.waybill.invalid").getHostAddress())
                    .isEqualTo("192.0.2.7");
        }
    }

    private static HttpRequest get(URI address) {
        return HttpRequest.newBuilder(address).build();
    }
}

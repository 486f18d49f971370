package dev.waybill.doors.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.simulator.ModelStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The files of the dashboard, over real sockets. The server asks for keys; the files need none.
class DashboardDoorTest {

    private static final Pattern IMPORT = Pattern.compile("(?:from|import\\() ?'([^']+)'");

    private final WaybillServer server = WaybillServer.start(
            ServerSettings.of("127.0.0.1", 0),
            new ApiKeyGate(new ModelStore(), () -> Instant.EPOCH),
            Optional::empty,
            List.of(new DashboardDoor()));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
        client.shutdownNow();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private String text(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void everyAddressThatNamesNoFileIsThePage() throws Exception {
        assertThat(text("/ui"))
                .isEqualTo(text("/ui/run/run_1"))
                .isEqualTo(text("/ui/inbox"))
                .contains("<title>Waybill</title>");
        assertThat(get("/").headers().firstValue("Location")).contains("/ui");
    }

    @Test
    void nothingInlineAndNothingFromElsewhereMayRun() throws Exception {
        String policy =
                get("/ui").headers().firstValue("Content-Security-Policy").orElseThrow();
        assertThat(policy)
                .contains("default-src 'none'", "script-src 'self' 'sha256-", "require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "http:", "https:", "*");
        assertThat(text("/ui")).doesNotContain("style=", "onclick", "https://");
    }

    @Test
    void everyModuleThatIsImportedIsThere() throws Exception {
        List<String> pages = List.of("main.js");
        List<String> seen = new java.util.ArrayList<>(pages);
        for (int i = 0; i < seen.size(); i++) {
            String source = text("/ui/file/" + seen.get(i));
            for (String name :
                    IMPORT.matcher(source).results().map(it -> it.group(1)).toList()) {
                if (name.startsWith("./") && !seen.contains(name.substring(2))) {
                    seen.add(name.substring(2));
                } else if (name.startsWith("lit-html/")) {
                    assertThat(text("/ui/lib/" + name.substring("lit-html/".length())))
                            .isNotEmpty();
                }
            }
        }
        assertThat(seen).contains("runs.js", "run.js", "proof.js").hasSizeGreaterThan(15);
        assertThat(text("/ui/lib/lit-html.js")).contains("render");
    }

    @Test
    void aBrowserThatHasAFileIsToldSoInAFewBytes() throws Exception {
        String tag = get("/ui/file/style.css").headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> again = get("/ui/file/style.css", "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void filesTravelCompressedToWhoeverCanReadThat() throws Exception {
        HttpResponse<byte[]> packed = get("/ui/file/run.js", "Accept-Encoding", "gzip, br");
        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(packed.body().length).isLessThan(get("/ui/file/run.js").body().length / 2);
    }

    @Test
    void noNameLeadsOutOfTheFolder() throws Exception {
        for (String path :
                List.of("/ui/file/DashboardDoor.class", "/ui/file/.js", "/ui/lib/package.json", "/ui/lib/nothing.js")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
        // These are addresses below /ui like any other, and so the page.
        for (String path : List.of("/ui/file/..%2F..%2Frest%2Fdialects.json", "/ui/file/%2Fetc%2Fpasswd")) {
            assertThat(text(path)).isEqualTo(text("/ui"));
        }
    }

    @Test
    void theRestOfTheServerStaysBehindTheGate() throws Exception {
        assertThat(get("/v1/runs").statusCode()).isEqualTo(401);
        assertThat(get("/uix").statusCode()).isEqualTo(401);
    }
}

package dev.waybill.doors.dashboard;

import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// `/ui`: the dashboard. Every address below it that names no file is the one page, which reads the rest of the address
/// itself; so an address can be kept, sent and opened again.
public final class DashboardDoor implements Door {

    private static final String PAGE = "index.html";
    private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
    private static final HeaderName SNIFF = HeaderNames.create("X-Content-Type-Options");
    private static final HeaderName REFERRER = HeaderNames.create("Referrer-Policy");

    private final Assets assets = new Assets();
    private final Asset page;
    private final String policy;

    public DashboardDoor() {
        this.page = assets.own(PAGE).orElseThrow(() -> new IllegalStateException(PAGE + " is not in this program"));
        this.policy = ContentPolicy.of(new String(page.plain(), StandardCharsets.UTF_8));
    }

    @Override
    public void open(HttpRules rules) {
        // Everything stands before the gate.
    }

    @Override
    public void openToAll(HttpRules rules) {
        rules.get(
                "/",
                (_, response) -> response.status(Status.FOUND_302)
                        .header(HeaderNames.LOCATION, "/ui")
                        .send());
        rules.get("/ui", (request, response) -> send(request, response, page));
        rules.get(
                "/ui/lib/*",
                (request, response) -> file(request, response, assets.library(below(request, "/ui/lib/"))));
        rules.get(
                "/ui/file/{name}",
                (request, response) -> file(
                        request,
                        response,
                        assets.own(request.path().pathParameters().get("name"))));
        rules.get("/ui/*", (request, response) -> send(request, response, page));
    }

    @Override
    public String notice() {
        return "dashboard at /ui";
    }

    private static String below(ServerRequest request, String folder) {
        return request.path().path().substring(folder.length());
    }

    private void file(ServerRequest request, ServerResponse response, Optional<Asset> found) {
        found.ifPresentOrElse(
                asset -> send(request, response, asset),
                () -> Replies.error(
                        response, Status.NOT_FOUND_404, "not_found", "the dashboard has no file of this name"));
    }

    private void send(ServerRequest request, ServerResponse response, Asset asset) {
        response.header(POLICY, policy)
                .header(SNIFF, "nosniff")
                .header(REFERRER, "no-referrer")
                // A browser asks each time, and is told in a few bytes that nothing has changed.
                .header(HeaderNames.CACHE_CONTROL, "no-cache")
                .header(HeaderNames.VARY, "Accept-Encoding")
                .header(HeaderNames.ETAG, asset.tag());
        if (is(request, HeaderNames.IF_NONE_MATCH, asset.tag())) {
            response.status(Status.NOT_MODIFIED_304).send();
            return;
        }
        response.header(HeaderNames.CONTENT_TYPE, asset.type());
        if (is(request, HeaderNames.ACCEPT_ENCODING, "gzip")) {
            response.header(HeaderNames.CONTENT_ENCODING, "gzip").send(asset.packed());
        } else {
            response.send(asset.plain());
        }
    }

    private static boolean is(ServerRequest request, HeaderName name, String value) {
        return request.headers().first(name).filter(it -> it.contains(value)).isPresent();
    }
}

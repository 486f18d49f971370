package dev.waybill.doors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import java.util.List;
import java.util.Optional;

/// `/session` of a server that needs no keys: nobody signs in, and a page is told all the same who it is and what it
/// may do.
public final class OpenSession implements Door {

    @Override
    public void open(HttpRules rules) {
        rules.get("/session", (request, response) -> {
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            Replies.json(response, Status.OK_200, SignIn.describe(Callers.of(request), Optional.empty(), List.of()));
        });
    }

    @Override
    public String notice() {
        return "who you are at /session";
    }
}

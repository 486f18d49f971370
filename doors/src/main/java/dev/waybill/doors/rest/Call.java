package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.http.Callers;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.Caller;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One request for one operation.
public final class Call {

    private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private final ServerRequest request;
    private final Route route;
    private final Map<String, String> values;
    private final Bodies bodies;
    private final Dialect dialect;
    private @Nullable JsonObject body;

    Call(ServerRequest request, RouteTable.Found found, Bodies bodies, Dialect dialect) {
        this.request = request;
        this.route = found.route();
        this.values = found.values();
        this.bodies = bodies;
        this.dialect = dialect;
    }

    public Route route() {
        return route;
    }

    /// The version of the protocol that the caller speaks.
    public Dialect dialect() {
        return dialect;
    }

    /// Who calls. Operations that need no key have nobody.
    public Caller caller() {
        return Callers.of(request);
    }

    /// A name in the path.
    public String path(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    /// The run in the path. A name that no run could have is one that no run has.
    ///
    /// @throws RestRefusal when no run could be called so
    public RunId run() {
        return run(path("runId"));
    }

    public static RunId run(String name) {
        try {
            return new RunId(name);
        } catch (IllegalArgumentException _) {
            throw new RestRefusal(404, "run_not_found", "no run is called " + Texts.shortened(name));
        }
    }

    public Optional<String> query(String name) {
        return request.query().contains(name)
                ? Optional.of(request.query().first(name).orElse(""))
                : Optional.empty();
    }

    /// A whole number behind the question mark.
    ///
    /// @throws RestRefusal when it is no number, or out of bounds
    public long number(String name, long otherwise, long least, long most) {
        Optional<String> text = query(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw RestRefusal.invalid("expected %s to be a whole number from %d to %d, found %s"
                .formatted(name, least, most, Texts.shortened(text.get())));
    }

    public Optional<String> header(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    /// The body, an object; empty when none was sent.
    ///
    /// @throws RestRefusal when it is too long, of another type, or no JSON object
    public JsonObject body() {
        if (body == null) {
            body = bodies.read(request);
        }
        return body;
    }

    /// The body as it came, of whatever type.
    ///
    /// @throws RestRefusal when it is too long
    public byte[] content() {
        return bodies.bytes(request);
    }

    /// What makes two calls the same call; null when the caller says nothing of it.
    public @Nullable String idempotencyKey() {
        Optional<String> key = request.headers().first(IDEMPOTENCY_KEY);
        if (key.isPresent() && !KEY.matcher(key.get()).matches()) {
            throw RestRefusal.invalid("expected 1 to 255 visible characters in Idempotency-Key");
        }
        return key.orElse(null);
    }
}

package dev.waybill.agents.http;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attempt at one request: sent where the rules allow, followed from hop to hop, read to a limit.
final class Sending {

    /// More than any answer that a run's log should hold.
    static final int LONGEST = 4 << 20;

    private static final int MOST_HOPS = 5;
    private static final int SEE_OTHER = 303;
    private static final List<Integer> KEEPS_METHOD = List.of(307, 308);
    private static final List<String> SECRET_HEADERS = List.of("set-cookie", "set-cookie2", "www-authenticate");
    /// Of the headers, only these go along to another host: any other may hold a secret.
    private static final List<String> PLAIN =
            List.of("accept", "accept-language", "content-type", "user-agent", "idempotency-key");

    private final Egress egress;

    Sending(Egress egress) {
        this.egress = egress;
    }

    /// @param address where it came from in the end
    /// @param headers lower-case names
    @SuppressWarnings("ArrayRecordComponent")
    record Answer(int status, URI address, Map<String, String> headers, byte[] raw) {

        /// JSON where it says that it is, else a text; null when there is none.
        JsonValue body() {
            return parsed(raw, headers.getOrDefault("content-type", ""));
        }

        JsonObject headersJson() {
            JsonObject.Builder json = JsonObject.builder();
            headers.forEach(json::put);
            return json.build();
        }
    }

    /// It never reached its address, or the answer broke off.
    static final class Lost extends Exception {
        private static final long serialVersionUID = 1;

        private final String code;

        Lost(String code, String why) {
            super(why);
            this.code = code;
        }

        String code() {
            return code;
        }
    }

    /// @param headers with their secrets in them
    @SuppressWarnings("ArrayRecordComponent")
    record Request(String method, URI address, Map<String, String> headers, byte @Nullable [] body) {

        /// After a redirect to another host no secrets go along; after one that asks to look elsewhere, no body.
        Request redirected(URI to, int status) {
            Map<String, String> kept = new LinkedHashMap<>();
            boolean sameHost = String.valueOf(to.getAuthority()).equalsIgnoreCase(address.getAuthority())
                    && String.valueOf(to.getScheme()).equalsIgnoreCase(address.getScheme());
            headers.forEach((name, value) -> {
                if (sameHost || PLAIN.contains(name.toLowerCase(Locale.ROOT))) {
                    kept.put(name, value);
                }
            });
            boolean keeps = KEEPS_METHOD.contains(status)
                    || (status != SEE_OTHER && !method.equals("POST"))
                    || method.equals("HEAD");
            return keeps ? new Request(method, to, kept, body) : new Request("GET", to, kept, null);
        }
    }

    /// @throws Lost when there is no answer, and another attempt may bring one
    /// @throws EgressRefused when this host does not go there
    Answer send(Request first, Duration patience, ActivityCall within)
            throws Lost, EgressRefused, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        Request request = first;
        for (int hop = 0; hop <= MOST_HOPS; hop++) {
            Duration left = Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime()));
            try (Reading reading = sent(request, left, within)) {
                Optional<URI> next = Egress.next(reading.response());
                if (next.isEmpty()) {
                    return reading.answer(request.method().equals("HEAD"));
                }
                request = request.redirected(next.get(), reading.response().statusCode());
            }
        }
        throw new Lost("http_too_many_redirects", "the address redirects more than %d times".formatted(MOST_HOPS));
    }

    private Reading sent(Request request, Duration patience, ActivityCall within)
            throws Lost, EgressRefused, InterruptedException {
        HttpRequest.Builder http = HttpRequest.newBuilder(request.address())
                .timeout(patience)
                .method(
                        request.method(),
                        request.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(request.body()));
        try {
            request.headers().forEach(http::setHeader);
            return new Reading(egress.toGiven(http.build(), BodyHandlers.ofInputStream()), patience, within);
        } catch (EgressRefused refused) {
            throw refused;
        } catch (IllegalArgumentException e) {
            throw new Lost("http_bad_header", "a header cannot be sent: " + e.getMessage());
        } catch (IOException e) {
            throw new Lost("http_unreachable", said(e));
        }
    }

    private static String said(IOException e) {
        return e.getMessage() == null ? "the connection failed: " + e.getClass().getSimpleName() : e.getMessage();
    }

    private static JsonValue parsed(byte[] body, String type) {
        if (body.length == 0) {
            return JsonNull.NULL;
        }
        String text = new String(body, StandardCharsets.UTF_8);
        String plain = type.toLowerCase(Locale.ROOT);
        if (plain.contains("application/json") || plain.contains("+json")) {
            try {
                return JsonReader.read(text, JsonLimits.DOCUMENT);
            } catch (JsonException _) {
                // It says that it is JSON, and is none that can be kept: as a text nothing is lost.
            }
        }
        return new JsonString(text);
    }

    /// An answer whose body is still under way. A body has no time-out of its own, so that its end is watched for.
    private static final class Reading implements AutoCloseable {

        private final HttpResponse<InputStream> response;
        private final Thread watch;
        private final ActivityCall.Hook hook;
        private volatile boolean late;

        Reading(HttpResponse<InputStream> response, Duration patience, ActivityCall within) {
            this.response = response;
            this.hook = within.onCancel(response.body());
            this.watch = Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(patience);
                    late = true;
                    response.body().close();
                } catch (InterruptedException | IOException _) {
                    // It came in time, or is gone already.
                }
            });
        }

        HttpResponse<InputStream> response() {
            return response;
        }

        Answer answer(boolean empty) throws Lost {
            Map<String, String> headers = new LinkedHashMap<>();
            response.headers().map().forEach((name, values) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                if (!lower.startsWith(":") && !SECRET_HEADERS.contains(lower)) {
                    headers.put(lower, String.join(", ", new ArrayList<>(values)));
                }
            });
            byte[] body = empty ? new byte[0] : bytes();
            return new Answer(response.statusCode(), response.uri(), headers, body);
        }

        private byte[] bytes() throws Lost {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[8_192];
            try (InputStream in = response.body()) {
                int read = in.read(piece);
                while (read >= 0) {
                    bytes.write(piece, 0, read);
                    if (bytes.size() > LONGEST) {
                        throw new Lost("http_answer_too_large", "the answer has more than %d bytes".formatted(LONGEST));
                    }
                    read = in.read(piece);
                }
            } catch (IOException e) {
                throw late
                        ? new Lost("http_timeout", "the answer did not come to its end in time")
                        : new Lost("http_broken_off", said(e));
            }
            return bytes.toByteArray();
        }

        @Override
        public void close() {
            watch.interrupt();
            hook.close();
            try {
                response.body().close();
            } catch (IOException _) {
                // It was at its end.
            }
        }
    }
}

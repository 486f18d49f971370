package dev.waybill.agents.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `fetch` for code that is not ours: the same way out, the same hops, the same limits as for nodes.
public final class CodeFetch {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The connection's own, which nobody else sets.
    private static final List<String> NOT_THEIRS =
            List.of("host", "content-length", "connection", "upgrade", "expect", "transfer-encoding");

    private final Sending sending;

    /// A request that wants something else of the connection than an answer.
    public static final class Upgrade extends IOException {
        private static final long serialVersionUID = 1;

        Upgrade() {
            super("a connection is for one answer; it is not upgraded to anything else");
        }
    }

    /// What is asked for is nowhere that anybody could connect to.
    public static final class NoAddress extends IOException {
        private static final long serialVersionUID = 1;

        NoAddress(Throwable why) {
            super(why.getMessage(), why);
        }
    }

    public CodeFetch(Egress egress) {
        this.sending = new Sending(egress);
    }

    /// @param asked `{"url", "method", "headers", "body"}`, the body in base64
    /// @return `{"status", "url", "redirected", "headers", "body"}`
    /// @throws EgressRefused when this host does not go there
    public JsonObject fetch(JsonObject asked, ActivityCall call) throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> header :
                asked.object("headers").orElse(JsonObject.EMPTY).members().entrySet()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            String value = header.getValue().asString().orElse("");
            if (name.equals("connection") && value.toLowerCase(Locale.ROOT).contains("upgrade")) {
                throw new Upgrade();
            }
            if (!NOT_THEIRS.contains(name)) {
                headers.put(name, value);
            }
        }
        URI address;
        try {
            address = Building.parsed(asked.string("url").orElse(""));
        } catch (HttpNode.BadRequest e) {
            throw new NoAddress(e);
        }
        try {
            String method = asked.string("method").orElse("GET");
            byte[] body = asked.string("body").map(Base64.getDecoder()::decode).orElse(null);
            Sending.Answer answer = sending.send(new Sending.Request(method, address, headers, body), PATIENCE, call);
            return JsonObject.builder()
                    .put("status", answer.status())
                    .put("url", answer.address().toString())
                    .put("redirected", !answer.address().equals(address))
                    .put("headers", answer.headersJson())
                    .put("body", Base64.getEncoder().encodeToString(answer.raw()))
                    .build();
        } catch (Sending.Lost | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}

package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The node types that send requests over HTTP, under the ecosystem's names.
public final class HttpNodes {

    private static final long USUAL_MILLIS = 30_000;
    private static final int FIRST_SERVER_ERROR = 500;

    private final Sending sending;
    private final NamedSecrets secrets;

    private HttpNodes(Egress egress, NamedSecrets secrets) {
        this.sending = new Sending(egress);
        this.secrets = secrets;
    }

    /// @param secrets that headers may name
    public static List<Activity> of(Egress egress, NamedSecrets secrets) {
        HttpNodes nodes = new HttpNodes(egress, secrets);
        List<Activity> all = new ArrayList<>();
        all.add(new HttpNode("fetch", secrets, nodes::fetch));
        all.add(new HttpNode("graphql-query", secrets, nodes::graphql));
        all.add(new HttpNode("graphql-mutation", secrets, nodes::graphql));
        all.add(new HttpNode("openapi-call", secrets, nodes::operation));
        all.add(new HttpNode("pagination-cursor", secrets, call -> nodes.pages(call, Pages.CURSOR)));
        all.add(new HttpNode("pagination-offset", secrets, call -> nodes.pages(call, Pages.OFFSET)));
        all.add(new HttpNode("pagination-link-header", secrets, call -> nodes.pages(call, Pages.LINK)));
        return all;
    }

    private NodeResult fetch(ActivityCall call) throws Sending.Lost, EgressRefused, BadRequest, InterruptedException {
        JsonObject config = call.node().config();
        String method = config.string("method").orElse("GET").toUpperCase(Locale.ROOT);
        URI address = Building.address(
                config.string("url").orElse(""),
                call.node().inputs().object("variables").orElse(JsonObject.EMPTY));
        Map<String, String> headers =
                Building.headers(config.object("headers").orElse(JsonObject.EMPTY), address, secrets, call.tenant());
        boolean keyed = !Building.isSafe(method)
                && !config.object("idempotency")
                        .flatMap(it -> it.string("mode"))
                        .orElse("auto")
                        .equals("disabled");
        if (keyed) {
            Building.put(headers, Building.KEY, call.invocationId());
        }
        boolean sends = List.of("POST", "PUT", "PATCH").contains(method);
        byte[] body = sends ? Building.body(call.node().inputs().get("body"), headers) : null;
        long began = System.nanoTime();
        JsonObject.Builder outputs = JsonObject.builder();
        try {
            Sending.Answer answer =
                    sending.send(new Sending.Request(method, address, headers, body), patience(call), call);
            if (answer.status() >= FIRST_SERVER_ERROR && hasAnother(call)) {
                return NodeResult.retryable("http_" + answer.status(), "the server answered " + answer.status());
            }
            outputs.put("status", answer.status())
                    .put("headers", answer.headersJson())
                    .put("body", kept(answer.body()));
        } catch (Sending.Lost lost) {
            boolean worse =
                    lost.code().equals("http_answer_too_large") || lost.code().equals("http_bad_header");
            if (worse || hasAnother(call)) {
                throw lost;
            }
            outputs.put("status", 0)
                    .put("headers", JsonObject.EMPTY)
                    .put("body", JsonNull.NULL)
                    .put("networkError", String.valueOf(lost.getMessage()));
        }
        outputs.put("durationMs", Duration.ofNanos(System.nanoTime() - began).toMillis())
                .put("attempts", call.node().attempt());
        return NodeResult.done(
                (keyed ? outputs.put("idempotencyKey", headers.getOrDefault(Building.KEY, "")) : outputs).build());
    }

    private static boolean hasAnother(ActivityCall call) {
        return HttpNode.policy(call.node().node()).allows(call.node().attempt());
    }

    /// A number or a boolean alone is no body that the ecosystem's schema knows: it stays a text.
    private static JsonValue kept(JsonValue body) {
        return body instanceof JsonObject || body instanceof JsonArray || body instanceof JsonNull
                ? body
                : new JsonString(Building.plain(body));
    }

    private static Duration patience(ActivityCall call) {
        Duration said = Duration.ofMillis(HttpNode.number(call.node().config(), "timeoutMs", USUAL_MILLIS));
        return call.deadline()
                .map(deadline -> Duration.between(Instant.now(), deadline))
                .map(left -> left.isNegative() ? Duration.ofMillis(1) : left)
                .filter(left -> left.compareTo(said) < 0)
                .orElse(said);
    }

    private NodeResult graphql(ActivityCall call) throws Sending.Lost, EgressRefused, BadRequest, InterruptedException {
        JsonObject inputs = call.node().inputs();
        JsonValue operation = inputs.get("operationName");
        JsonObject question = JsonObject.EMPTY
                .withIfPresent("query", inputs.get("query"))
                .with("variables", inputs.object("variables").orElse(JsonObject.EMPTY))
                .with("operationName", operation == null ? JsonNull.NULL : operation);
        Sending.Answer answer = asked(
                call,
                "POST",
                Building.parsed(call.node().config().string("endpoint").orElse("")),
                question);
        JsonObject body = answer.body().asObject().orElse(JsonObject.EMPTY);
        JsonValue data = body.get("data");
        JsonValue errors = body.get("errors");
        return NodeResult.done(told(answer)
                .put("data", data == null ? JsonNull.NULL : data)
                .put("errors", errors instanceof JsonArray ? errors : JsonNull.NULL)
                .build());
    }

    private NodeResult operation(ActivityCall call)
            throws Sending.Lost, EgressRefused, BadRequest, InterruptedException {
        Operation operation = Operation.of(call.node().config(), call.node().inputs());
        JsonValue body = call.node().inputs().get("body");
        Sending.Answer answer = asked(
                call,
                operation.method(),
                operation.address(),
                operation.method().equals("GET") ? null : body);
        return NodeResult.done(told(answer)
                .put("url", operation.address().toString())
                .put("method", operation.method())
                .build());
    }

    private static JsonObject.Builder told(Sending.Answer answer) {
        return JsonObject.builder()
                .put("status", answer.status())
                .put("headers", answer.headersJson())
                .put("body", answer.body());
    }

    /// One request; an answer that the server is in trouble is a failure that another attempt may mend.
    private Sending.Answer asked(ActivityCall call, String method, URI address, @Nullable JsonValue body)
            throws Sending.Lost, EgressRefused, BadRequest, InterruptedException {
        Map<String, String> headers = Building.headers(
                call.node().inputs().object("headers").orElse(JsonObject.EMPTY), address, secrets, call.tenant());
        if (!Building.isSafe(method)) {
            Building.put(headers, Building.KEY, call.invocationId());
        }
        byte[] bytes = Building.body(body, headers);
        Sending.Answer answer =
                sending.send(new Sending.Request(method, address, headers, bytes), patience(call), call);
        if (answer.status() >= FIRST_SERVER_ERROR && hasAnother(call)) {
            throw new Sending.Lost("http_" + answer.status(), "the server answered " + answer.status());
        }
        return answer;
    }

    /// Reading may be repeated, so that the pages of one list are one attempt; the next address is judged like the
    /// first.
    private NodeResult pages(ActivityCall call, Pages way)
            throws Sending.Lost, EgressRefused, BadRequest, InterruptedException {
        JsonObject config = call.node().config();
        JsonObject inputs = call.node().inputs();
        URI first = Building.parsed(inputs.string("url").orElse(""));
        int most = Math.clamp(HttpNode.number(config, "maxPages", Pages.MOST), 1, Pages.MOST);
        List<JsonValue> pages = new ArrayList<>();
        URI next = way.first(first, config, inputs);
        long bytes = 0;
        while (next != null && pages.size() < most) {
            Sending.Answer answer = asked(call, "GET", next, null);
            JsonObject page = told(answer).build();
            bytes += page.toString().length();
            if (bytes > Sending.LONGEST) {
                throw new Sending.Lost(
                        "http_answer_too_large",
                        "the pages have more than %d bytes together".formatted(Sending.LONGEST));
            }
            pages.add(page);
            next = way.next(first, config, inputs, answer, pages.size());
        }
        return NodeResult.done(JsonObject.of("pages", new JsonArray(pages)).with("pageCount", pages.size()));
    }
}

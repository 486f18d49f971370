package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.doors.http.RequestBody;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedTools;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// MCP over streamable HTTP at `/mcp`. Every message is a POST with its answer; the server never calls a client, so
/// there is no stream to GET and no session to DELETE.
public final class McpHttp implements Door {

    private static final String PATH = "/mcp";
    private static final String FORM = "form";
    private static final HeaderName SESSION = HeaderNames.create("Mcp-Session-Id");

    private final McpProtocol protocol;
    private final RandomGenerator random;

    /// @param open opens the tools at their first call
    /// @param version of this program, as clients are told
    /// @param random for session ids
    public McpHttp(McpTools tools, Supplier<? extends GuidedTools> open, String version, RandomGenerator random) {
        this.protocol = new McpProtocol(tools, open, version);
        this.random = random;
    }

    @Override
    public void open(HttpRules rules) {
        rules.post(PATH, this::post);
        rules.get(PATH, McpHttp::onlyPost);
        rules.delete(PATH, McpHttp::onlyPost);
    }

    @Override
    public String notice() {
        return "MCP at " + PATH;
    }

    private static void onlyPost(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.ALLOW, "POST");
        Replies.error(
                response,
                Status.METHOD_NOT_ALLOWED_405,
                "method_not_allowed",
                "send MCP messages with POST; this server has no streams and no sessions to end");
    }

    private void post(ServerRequest request, ServerResponse response) {
        Optional<Refusal> refusal = refusal(request);
        if (refusal.isPresent()) {
            refuse(response, refusal.get());
            return;
        }
        byte[] body = RequestBody.read(request, ServerSettings.LONGEST_BODY);
        switch (Rpc.read(body)) {
            case Rpc.Request call -> checked(call, request, response);
            case Rpc.Unanswered _, Rpc.Cancelled _ ->
                response.status(Status.ACCEPTED_202).send();
            case Rpc.Unreadable bad ->
                Replies.json(response, Status.BAD_REQUEST_400, Rpc.error(bad.id(), bad.code(), bad.why()));
        }
    }

    private void checked(Rpc.Request call, ServerRequest request, ServerResponse response) {
        try {
            MirroredHeaders.check(call, request.headers());
            answer(call, request, response);
        } catch (McpRefusal refusal) {
            Replies.json(response, status(refusal.status()), refusal.answer(call));
        }
    }

    private static Status status(McpRefusal.Status status) {
        return switch (status) {
            case OK -> Status.OK_200;
            case BAD_REQUEST -> Status.BAD_REQUEST_400;
            case NOT_FOUND -> Status.NOT_FOUND_404;
        };
    }

    private void answer(Rpc.Request call, ServerRequest request, ServerResponse response) {
        Optional<String> agent;
        if (call.method().equals(McpProtocol.INITIALIZE)) {
            agent = ClientName.of(call.params());
            response.header(SESSION, HttpSession.begin(agent, random));
        } else {
            agent = request.headers().first(SESSION).flatMap(HttpSession::agent);
        }
        var client = new Client(Callers.of(request), agent.orElse(null), HttpMeta.of(request.headers()));
        McpProtocol.Reply reply = form(request)
                .map(form -> protocol.answer(call, client, form))
                .orElseGet(() -> protocol.answer(call, client));
        Replies.json(response, status(reply.status()), reply.message());
    }

    /// What the address of the client asks for, such as `/mcp?form=markdown`.
    private static Optional<AnswerForm> form(ServerRequest request) {
        return request.query()
                .first(FORM)
                .asOptional()
                .map(name -> AnswerForm.named(name)
                        .orElseThrow(() -> new McpRefusal(
                                Rpc.INVALID_REQUEST,
                                "The address asks for the form \"%s\" of answers; there are: %s."
                                        .formatted(name, String.join(", ", AnswerForm.names())),
                                JsonObject.EMPTY,
                                McpRefusal.Status.BAD_REQUEST)));
    }

    private static Optional<Refusal> refusal(ServerRequest request) {
        String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        if (!type.startsWith("application/json")) {
            return Optional.of(new Refusal(
                    Status.UNSUPPORTED_MEDIA_TYPE_415,
                    "Content-Type must be application/json, found \"" + type + "\""));
        }
        String accept = request.headers().value(HeaderNames.ACCEPT).orElse("*/*");
        if (!accept.contains("application/json") && !accept.contains("*/*") && !accept.contains("application/*")) {
            return Optional.of(
                    new Refusal(Status.NOT_ACCEPTABLE_406, "Accept must include application/json, found " + accept));
        }
        return Optional.empty();
    }

    private static void refuse(ServerResponse response, Refusal refusal) {
        byte[] body = Rpc.error(JsonNull.NULL, Rpc.INVALID_REQUEST, refusal.why());
        Replies.json(response, refusal.status(), body);
    }

    private record Refusal(Status status, String why) {}
}

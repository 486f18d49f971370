package dev.waybill.agents.mcp;

import dev.waybill.agents.mcp.McpTrouble.Kind;
import dev.waybill.agents.process.ProcessTree;
import dev.waybill.base.json.JsonObject;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import tools.jackson.databind.json.JsonMapper;

/// A session by the official SDK's client. Time-outs are ours: the SDK's would leave the server at work.
final class SdkLink implements McpLink {

    /// More than any answer that a run's log should hold.
    static final int LONGEST_ANSWER = 8 << 20;

    private static final Duration NEVER = Duration.ofHours(1);
    private static final int INVALID_PARAMS = -32602;
    private static final String HEADERS = "headers";

    private final McpJsonMapper mapper;
    private final McpAsyncClient client;
    private final @Nullable ProcessTree program;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private volatile boolean closed;

    private SdkLink(@Nullable ProcessTree program, @Nullable URI url, Map<String, String> headers, String version) {
        this.mapper = new JacksonMcpJsonMapper(JsonMapper.shared());
        this.program = program;
        McpClientTransport transport = program == null
                ? http(Objects.requireNonNull(url), headers, mapper)
                : new ProcessTransport(program, mapper, LONGEST_ANSWER, lost::complete);
        this.client = McpClient.async(transport)
                .requestTimeout(NEVER)
                .initializationTimeout(NEVER)
                .clientInfo(McpSchema.Implementation.builder("waybill", version).build())
                .jsonSchemaValidator(new NoValidator())
                .build();
    }

    /// The tool's server checks what it takes and gives; what a workflow wants of it, the workflow checks.
    private static final class NoValidator implements JsonSchemaValidator {
        @Override
        public ValidationResponse validate(Map<String, Object> schema, Object value) {
            return ValidationResponse.asValid("");
        }
    }

    /// @param patience how long it may take until the server has said who it is
    static SdkLink program(ProcessTree program, String version, Duration patience)
            throws McpTrouble, InterruptedException {
        return opened(new SdkLink(program, null, new LinkedHashMap<>(), version), patience);
    }

    static SdkLink address(URI url, Map<String, String> headers, String version, Duration patience)
            throws McpTrouble, InterruptedException {
        return opened(new SdkLink(null, url, headers, version), patience);
    }

    private static SdkLink opened(SdkLink link, Duration patience) throws McpTrouble, InterruptedException {
        try {
            link.await(link.client.initialize(), Carriage.NOTHING, patience);
            return link;
        } catch (McpTrouble | InterruptedException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private static McpClientTransport http(URI url, Map<String, String> headers, McpJsonMapper mapper) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String base = url.getScheme() + "://" + url.getRawAuthority();
        return HttpClientStreamableHttpTransport.builder(base)
                .endpoint(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
                .jsonMapper(mapper)
                .openConnectionOnStartup(false)
                .maxResponseSize(LONGEST_ANSWER)
                .addHttpRequestCustomizer((request, _, _, _, context) -> {
                    headers.forEach(request::setHeader);
                    if (context.get(HEADERS) instanceof Map<?, ?> more) {
                        more.forEach((name, value) -> request.setHeader(name.toString(), value.toString()));
                    }
                })
                .build();
    }

    @Override
    public JsonObject ask(McpRequest request, Carriage carried, Duration patience)
            throws McpTrouble, InterruptedException {
        Map<String, Object> meta = SdkJson.map(carried.meta());
        Object answer = switch (request) {
            case McpRequest.ListTools(var cursor) -> await(client.listTools(cursor, meta), carried, patience);
            case McpRequest.CallTool(var name, var arguments) ->
                await(
                        client.callTool(new McpSchema.CallToolRequest(name, SdkJson.map(arguments), meta)),
                        carried,
                        patience);
            case McpRequest.ListResources(var cursor) -> await(client.listResources(cursor, meta), carried, patience);
            case McpRequest.ListTemplates(var cursor) ->
                await(client.listResourceTemplates(cursor, meta), carried, patience);
            case McpRequest.ReadResource(var uri) ->
                await(client.readResource(new McpSchema.ReadResourceRequest(uri, meta)), carried, patience);
            case McpRequest.ListPrompts(var cursor) -> await(client.listPrompts(cursor, meta), carried, patience);
            case McpRequest.GetPrompt(var name, var arguments) ->
                await(
                        client.getPrompt(new McpSchema.GetPromptRequest(name, SdkJson.map(arguments), meta)),
                        carried,
                        patience);
            case McpRequest.Complete(var reference, var argument) ->
                await(client.completeCompletion(completion(reference, argument, meta)), carried, patience);
            case McpRequest.SetLevel(var level) ->
                await(
                        client.setLoggingLevel(mapper.convertValue(level, McpSchema.LoggingLevel.class)),
                        carried,
                        patience);
            case McpRequest.Ping() -> await(client.ping(), carried, patience);
        };
        return json(answer);
    }

    private McpSchema.CompleteRequest completion(JsonObject reference, JsonObject argument, Map<String, Object> meta)
            throws McpTrouble {
        try {
            McpSchema.CompleteReference to = reference.string("type").orElse("").equals("ref/resource")
                    ? mapper.convertValue(SdkJson.map(reference), McpSchema.ResourceReference.class)
                    : mapper.convertValue(SdkJson.map(reference), McpSchema.PromptReference.class);
            return McpSchema.CompleteRequest.builder(
                            to,
                            mapper.convertValue(
                                    SdkJson.map(argument), McpSchema.CompleteRequest.CompleteArgument.class))
                    .meta(meta)
                    .build();
        } catch (RuntimeException e) {
            throw new McpTrouble(
                    Kind.PROTOCOL,
                    "expected ref as {type: ref/prompt, name} or {type: ref/resource, uri}, and argument as {name, value}",
                    e);
        }
    }

    private JsonObject json(@Nullable Object answer) throws McpTrouble {
        try {
            return answer == null ? JsonObject.EMPTY : SdkJson.read(mapper, answer);
        } catch (IOException e) {
            throw new McpTrouble(Kind.PROTOCOL, String.valueOf(e.getMessage()), e);
        }
    }

    /// Waits for an answer, no longer than the patience lasts and the server lives. Whoever stops waiting closes the
    /// link: only so the server learns of it.
    private <T> @Nullable T await(Mono<T> asked, Carriage carried, Duration patience)
            throws McpTrouble, InterruptedException {
        Map<String, Object> context = new LinkedHashMap<>();
        context.put(HEADERS, carried.headers());
        CompletableFuture<T> answer = asked.contextWrite(
                        Context.of(McpTransportContext.KEY, McpTransportContext.create(context)))
                .toFuture();
        try {
            CompletableFuture.anyOf(answer, lost).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            // An answer that came just before the end counts.
            if (answer.isDone()) {
                return answer.join();
            }
            throw new McpTrouble(Kind.UNAVAILABLE, "the server went away" + said(lost.join()));
        } catch (TimeoutException e) {
            throw new McpTrouble(
                    Kind.TIMEOUT, "the server gave no answer within %d ms".formatted(patience.toMillis()), e);
        } catch (ExecutionException | CompletionException e) {
            throw trouble(e.getCause() == null ? e : e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private String said(String why) {
        String errors = program == null ? "" : program.errors();
        return errors.isEmpty()
                ? ": " + why
                : ": " + errors.lines().reduce((_, last) -> last).orElse(why);
    }

    private McpTrouble trouble(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof McpError no && no.getJsonRpcError() != null) {
                int code = no.getJsonRpcError().code();
                return new McpTrouble(
                        code == INVALID_PARAMS ? Kind.ARGUMENTS : Kind.PROTOCOL,
                        "the server says no (%d): %s"
                                .formatted(code, no.getJsonRpcError().message()),
                        cause);
            }
            if (each.getClass().getSimpleName().equals("MaxSizeExceededException")) {
                return new McpTrouble(
                        Kind.TOO_LARGE, "the server answers with more than %d bytes".formatted(LONGEST_ANSWER), cause);
            }
        }
        String why = McpError.findRootCause(cause).getMessage();
        return new McpTrouble(
                Kind.UNAVAILABLE, "the server cannot be asked" + said(why == null ? cause.toString() : why), cause);
    }

    @Override
    public JsonObject server() {
        McpSchema.Implementation info = client.getServerInfo();
        return info == null
                ? JsonObject.EMPTY
                : JsonObject.EMPTY.withIfPresent("name", info.name()).withIfPresent("version", info.version());
    }

    @Override
    public boolean isAlive() {
        return !closed && !lost.isDone() && (program == null || program.isAlive());
    }

    @Override
    public void close() {
        closed = true;
        lost.complete("it was closed");
        if (program != null) {
            program.close();
        }
        client.close();
    }
}

package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Egress;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// A provider on the network: one request, one answer, and no secret in what it says.
public final class HttpModel implements ModelProvider {

    /// An answer that is larger is not one that a model made for us.
    static final long LARGEST_ANSWER = 16L << 20;

    private static final int FIRST_ERROR = 400;

    private final String name;
    private final Wire wire;
    private final Endpoint endpoint;
    private final Sender sender;
    private final JsonObject options;
    private final boolean streams;
    private final InstantSource clock;

    /// @param options for every request, below those of the request itself
    /// @param streams whether it is asked for pieces where somebody listens
    public HttpModel(
            String name,
            Wire wire,
            Endpoint endpoint,
            Sender sender,
            JsonObject options,
            boolean streams,
            InstantSource clock) {
        this.name = name;
        this.wire = wire;
        this.endpoint = endpoint;
        this.sender = sender;
        this.options = options;
        this.streams = streams;
        this.clock = clock;
    }

    @Override
    public String name() {
        return name;
    }

    public Wire wire() {
        return wire;
    }

    @Override
    public JsonObject wireRequest(ModelRequest request) {
        return wire.body(withOptions(request), false);
    }

    private ModelRequest withOptions(ModelRequest request) {
        return options.isEmpty() ? request : request.withOptions(Fields.merged(options, request.providerOptions()));
    }

    @Override
    public ModelAnswer ask(ModelRequest asked, ModelCall call) throws InterruptedException {
        ModelRequest request = withOptions(asked);
        boolean streamed = streams && !call.listener().equals(ModelListener.NONE);
        return exchange(
                wire.path(request, streamed),
                wire.body(request, streamed),
                call,
                (answer, secrets) -> read(request, answer, call.listener(), secrets));
    }

    @Override
    public Embedding embed(EmbeddingRequest request, ModelCall call) throws InterruptedException {
        Optional<Wire.EmbeddingWire> embeddings = wire.embeddings();
        if (embeddings.isEmpty()) {
            return ModelProvider.super.embed(request, call);
        }
        Wire.EmbeddingWire how = embeddings.get();
        Embedding.Made[] made = new Embedding.Made[1];
        ModelAnswer answer = exchange(how.path(), how.body(request), call, (sent, secrets) -> {
            made[0] = how.read(json(bytes(sent.body()), secrets));
            return new ModelAnswer.Failed(ModelTrouble.UNREADABLE, "", null);
        });
        return made[0] != null
                ? made[0]
                : new Embedding.Failed(
                        answer instanceof ModelAnswer.Failed failed
                                ? failed
                                : new ModelAnswer.Failed(
                                        ModelTrouble.INVALID_REQUEST, name + " blocked the text", null));
    }

    /// What is made of an answer whose status is well.
    private interface Reading {
        ModelAnswer of(Sender.Answer answer, Secrets secrets) throws IOException;
    }

    private ModelAnswer exchange(String path, JsonObject body, ModelCall call, Reading reading)
            throws InterruptedException {
        Secrets secrets;
        Sender.Request request;
        try {
            secrets = endpoint.secrets(call.activity().tenant());
            request = endpoint.request(wire, path, JsonWriter.compactBytes(body), secrets, call);
        } catch (RuntimeException e) {
            return new ModelAnswer.Failed(
                    ModelTrouble.UNAUTHORISED,
                    "the key of %s cannot be read: %s"
                            .formatted(name, Refusals.of(e).message()),
                    null);
        }
        Patience patience = new Patience(request.patience());
        try (Sender.Answer answer = sender.send(request);
                ActivityCall.Hook _ = call.activity().onCancel(answer);
                ActivityCall.Hook _ = patience.over(answer)) {
            return answer.status() >= FIRST_ERROR ? failure(answer, secrets) : reading.of(answer, secrets);
        } catch (Unreadable | JsonException e) {
            return failed(ModelTrouble.UNREADABLE, "sent no answer that could be read: " + e.getMessage(), secrets);
        } catch (AnswerTooLarge e) {
            return failed(ModelTrouble.INVALID_REQUEST, "does not stop: " + e.getMessage(), secrets);
        } catch (NoRecording e) {
            return failed(ModelTrouble.NOT_FOUND, "plays recordings: " + e.getMessage(), secrets);
        } catch (HttpTimeoutException e) {
            return failed(ModelTrouble.TIMED_OUT, "did not answer in time", secrets);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return patience.isOver()
                    ? failed(ModelTrouble.TIMED_OUT, "did not answer in time", secrets)
                    : failed(ModelTrouble.UNREACHABLE, "cannot be reached: " + why(e), secrets);
        }
    }

    private static String why(IOException e) {
        return Refusals.of(e).message();
    }

    private ModelAnswer failed(ModelTrouble trouble, String what, Secrets secrets) {
        return new ModelAnswer.Failed(trouble, secrets.hide(name + " " + what), null);
    }

    private ModelAnswer read(ModelRequest request, Sender.Answer answer, ModelListener listener, Secrets secrets)
            throws IOException {
        if (!answer.isEventStream()) {
            return judge(request, json(bytes(answer.body()), secrets));
        }
        ModelListener discreet = Discreet.of(listener, secrets);
        Wire.Gathering gathering = wire.gather(discreet);
        ServerSentEvents events = new ServerSentEvents(answer.body(), LARGEST_ANSWER);
        ServerSentEvent event = events.next();
        while (event != null && !event.data().equals("[DONE]")) {
            gathering.take(event.type(), json(event.data().getBytes(StandardCharsets.UTF_8), secrets));
            event = events.next();
        }
        Discreet.flush(discreet);
        // A key could come in two pieces.
        JsonObject whole = json(JsonWriter.compactBytes(gathering.whole()), secrets);
        if (!gathering.isWhole() && !whole.has("error")) {
            throw new IOException("it hung up in the middle of its answer");
        }
        return judge(request, whole);
    }

    private ModelAnswer judge(ModelRequest request, JsonObject whole) {
        Optional<JsonObject> error = whole.object("error");
        return error.isPresent() ? Failures.of(name, 0, error.get(), null, clock.instant()) : wire.read(request, whole);
    }

    private ModelAnswer failure(Sender.Answer answer, Secrets secrets) throws IOException {
        String sent = secrets.hide(new String(bytes(answer.body()), StandardCharsets.UTF_8));
        return Failures.of(name, answer.status(), error(sent), answer.headers(), clock.instant());
    }

    /// The error in what a provider sent: most wrap it, some send a page.
    private static JsonObject error(String sent) {
        JsonObject object = Fields.object(sent);
        if (object == null) {
            return JsonObject.of("message", sent);
        }
        JsonValue error = object.get("error");
        return switch (error) {
            case JsonObject inner -> inner;
            case JsonString text -> object.with("message", text);
            case null, default -> object;
        };
    }

    private static byte[] bytes(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes((int) LARGEST_ANSWER + 1);
        if (bytes.length > LARGEST_ANSWER) {
            throw new AnswerTooLarge(LARGEST_ANSWER);
        }
        return bytes;
    }

    private static JsonObject json(byte[] bytes, Secrets secrets) {
        byte[] clean = secrets.hide(bytes);
        if (JsonReader.readAnyNumbers(clean, JsonLimits.DOCUMENT) instanceof JsonObject object) {
            return object;
        }
        throw new Unreadable("expected an object");
    }

    /// The usual way out.
    public static Sender over(Egress egress) {
        return new HttpSender(egress);
    }

    /// How long an answer may take when neither the node nor the operator says it.
    public static final Duration USUAL_PATIENCE = Duration.ofMinutes(10);
}

package dev.waybill.agents.model.mock;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.MockProvider;
import dev.waybill.engine.node.NodeCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Answers without a model: what the run's `configurable.mockProvider`, a test or the configuration tells it to say at
/// a node, else a text, or the smallest JSON that fits the schema it is asked for.
public final class MockModel implements ModelProvider {

    public static final String NAME = "mock";

    private static final int DIMENSIONS = 64;
    private static final int MOST_DIMENSIONS = 4_096;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final String name;
    private final JsonObject programs;

    /// @param programs by node, from the configuration
    public MockModel(String name, JsonObject programs) {
        this.name = name;
        this.programs = programs;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
        return new MockAnswer(request, call).of(entry(request, call));
    }

    /// What is to be said now.
    private JsonObject entry(ModelRequest request, ModelCall call) {
        NodeCall node = call.activity().node();
        String id = node.node().id();
        JsonObject override = node.configurable().object(MockProvider.OPTION).orElse(JsonObject.EMPTY);
        JsonObject config = override.object("config").orElse(JsonObject.EMPTY);
        return programmed(config.get("program"), id, call)
                .or(() -> override.string("id").flatMap(MockProvider::called).map(mock -> canned(mock, config)))
                .or(() -> MockPrograms.here().next(id))
                .or(() -> programmed(programs, id, call))
                .orElseGet(() -> usual(request));
    }

    /// One program for all nodes, or one for each. Which entry comes next follows from how often this execution has
    /// asked, so that it is the same after a crash.
    private static Optional<JsonObject> programmed(@Nullable JsonValue program, String nodeId, ModelCall call) {
        JsonArray entries = switch (program) {
            case JsonArray forAll -> forAll;
            case JsonObject each -> each.array(nodeId).orElse(JsonArray.EMPTY);
            case null, default -> JsonArray.EMPTY;
        };
        int index = call.activity().node().attempt() - 1 + call.number();
        return index < entries.size() ? entries.get(index).asObject() : Optional.empty();
    }

    private static JsonObject canned(MockProvider mock, JsonObject config) {
        return switch (mock) {
            case STREAM_TEXT -> config.with("content", joined(config));
            case TOOL_CALLS, USAGE_ONLY -> config;
            case ERROR -> JsonObject.of("error", config);
        };
    }

    private static JsonValue joined(JsonObject config) {
        StringBuilder text = new StringBuilder();
        config.array("tokens")
                .orElse(JsonArray.EMPTY)
                .forEach(token -> token.asString().ifPresent(text::append));
        return new JsonString(text.toString());
    }

    private static JsonObject usual(ModelRequest request) {
        if (request.responseFormat() != null) {
            return JsonObject.of(
                    "content", SchemaSample.of(request.responseFormat().schema()));
        }
        boolean must = switch (request.toolChoice().mode()) {
            case REQUIRED, NAMED -> !request.tools().isEmpty();
            case AUTO, NONE -> false;
        };
        return must
                ? calling(request)
                : JsonObject.builder().put("content", echo(request)).build();
    }

    private static JsonObject calling(ModelRequest request) {
        return request.tools().stream()
                .filter(tool -> request.toolChoice().tool() == null
                        || tool.name().equals(request.toolChoice().tool()))
                .findFirst()
                .map(tool -> JsonObject.of(
                        "toolCalls",
                        JsonArray.of(JsonObject.builder()
                                .put("name", tool.name())
                                .put("arguments", SchemaSample.of(tool.parameters()))
                                .build())))
                .orElse(JsonObject.EMPTY);
    }

    private static String echo(ModelRequest request) {
        return request.messages().reversed().stream()
                .filter(message -> message.role() == Role.USER)
                .findFirst()
                .map(ModelMessage::text)
                .map(text -> "The mock model was asked: " + text)
                .orElse("The mock model was asked nothing.");
    }

    /// The words of a text, each counted at a place of its own: texts with the same words are near, and that is all
    /// that the mock knows of meaning.
    @Override
    public Embedding embed(EmbeddingRequest request, ModelCall call) {
        long size = request.dimensions() == null ? DIMENSIONS : request.dimensions();
        long[] counts = new long[Math.toIntExact(Math.clamp(size, 1, MOST_DIMENSIONS))];
        for (String word : NO_WORD.split(request.text().toLowerCase(Locale.ROOT), -1)) {
            if (!word.isEmpty()) {
                byte[] digest = Digest.of(word.getBytes(StandardCharsets.UTF_8)).toBytes();
                counts[(((digest[0] & 255) << 8) | (digest[1] & 255)) % counts.length]++;
            }
        }
        List<JsonValue> vector = new ArrayList<>();
        for (long count : counts) {
            vector.add(JsonNumber.of(count));
        }
        return new Embedding.Made(
                new JsonArray(vector), request.model(), new Usage(MockAnswer.tokens(request.text()), 0, 0));
    }
}

package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a node came to, kept in the hidden part of an event until somebody has looked at it.
public final class HeldResult {

    private static final String VALUE = "value";

    private HeldResult() {}

    public static JsonObject toJson(NodeResult.Done done) {
        return JsonObject.builder()
                .put("outputs", done.outputs())
                .put("port", done.port())
                .put(
                        "writes",
                        new JsonArray(done.writes().stream()
                                .<JsonValue>map(HeldResult::write)
                                .toList()))
                .put("branches", JsonArray.ofStrings(done.branches()))
                .build();
    }

    private static JsonObject write(NodeResult.Write write) {
        return switch (write) {
            case NodeResult.Write.ToVariable(var name, var value) ->
                JsonObject.of("variable", name).with(VALUE, value);
            case NodeResult.Write.ToChannel(var channel, var value) ->
                JsonObject.of("channel", channel).with(VALUE, value);
            case NodeResult.Write.ToArtifact(var draft) ->
                JsonObject.builder()
                        .put("artifact", draft.id())
                        .put("type", draft.type())
                        .put("contentType", draft.contentType())
                        .putIfPresent("name", draft.name())
                        .put("base64", JsonBool.of(draft.base64()))
                        .put(VALUE, draft.content())
                        .build();
        };
    }

    public static NodeResult.Done of(JsonObject json) {
        List<NodeResult.Write> writes = new ArrayList<>();
        for (JsonValue item : json.array("writes").orElse(JsonArray.EMPTY)) {
            writes.add(write(item.asObject().orElseThrow()));
        }
        return new NodeResult.Done(
                json.object("outputs").orElse(JsonObject.EMPTY),
                json.string("port").orElseThrow(),
                writes,
                json.array("branches").orElse(JsonArray.EMPTY).items().stream()
                        .flatMap(branch -> branch.asString().stream())
                        .toList());
    }

    private static NodeResult.Write write(JsonObject json) {
        @Nullable JsonValue value = json.get(VALUE);
        JsonValue content = Objects.requireNonNull(value);
        if (json.has("variable")) {
            return new NodeResult.Write.ToVariable(json.string("variable").orElseThrow(), content);
        }
        if (json.has("channel")) {
            return new NodeResult.Write.ToChannel(json.string("channel").orElseThrow(), content);
        }
        return new NodeResult.Write.ToArtifact(new ArtifactDraft(
                json.string("artifact").orElseThrow(),
                json.string("type").orElseThrow(),
                json.string("contentType").orElseThrow(),
                json.string("name").orElse(null),
                content,
                json.get("base64") == JsonBool.TRUE));
    }
}

package dev.waybill.journal;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.Times;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns headers into the bytes that are kept for ever, and back.
public final class HeaderCodec {

    private static final long VERSION = 1;

    private HeaderCodec() {}

    /// @throws IllegalArgumentException when the header holds what could not be read back
    public static byte[] encode(RunHeader header) {
        return StoredJson.write(JsonObject.builder()
                .put("headerVersion", VERSION)
                .put("runId", header.runId().value())
                .put("tenant", header.tenant())
                .put("workflowId", header.workflowId())
                .put("definitionId", header.definitionId())
                .put("definition", header.definition().toString())
                .put("correlationId", header.correlationId())
                .put("origin", origin(header.origin()))
                .put("prefix", prefix(header.prefix()))
                .put("receipts", policy(header.receipts()))
                .put("seed", header.seed().secretText())
                .put("engineVersion", header.engineVersion())
                .put("createdAt", Times.format(header.createdAt()))
                .put("options", header.options())
                .putIfPresent("session", header.session())
                .build());
    }

    private static JsonObject origin(Origin origin) {
        JsonObject.Builder json = JsonObject.builder();
        return switch (origin) {
            case Origin.Start _ -> json.put("kind", "start").build();
            case Origin.Child child ->
                json.put("kind", "child")
                        .put("parent", child.parent().value())
                        .put("parentWorkflowId", child.parentWorkflowId())
                        .put("nodeId", child.nodeId())
                        .put("ordinal", child.ordinal())
                        .build();
            case Origin.Remote remote ->
                json.put("kind", "remote")
                        .put("parent", remote.parent().toJson())
                        .put("cause", remote.cause().wire())
                        .build();
            case Origin.Fork fork ->
                json.put("kind", "fork")
                        .put("source", fork.source().value())
                        .put("sourceWorkflowId", fork.sourceWorkflowId())
                        .put("sequence", fork.sequence())
                        .put("mode", fork.mode().wire())
                        .put("overlay", fork.overlay())
                        .build();
        };
    }

    private static JsonArray prefix(List<Segment> prefix) {
        List<JsonValue> items = new ArrayList<>();
        for (Segment segment : prefix) {
            items.add(JsonObject.builder()
                    .put("run", segment.run().value())
                    .put("end", segment.end())
                    .build());
        }
        return new JsonArray(items);
    }

    private static JsonObject policy(ReceiptPolicy policy) {
        return JsonObject.builder()
                .put("issue", policy.issue())
                .put("wire", policy.wire())
                .put("pseudonymous", policy.pseudonymous())
                .put("redactable", policy.redactable())
                .build();
    }

    /// @throws IllegalArgumentException when the bytes are no header
    public static RunHeader decode(byte[] bytes) {
        JsonObject json = StoredJson.read(bytes);
        if (integer(json, "headerVersion") != VERSION) {
            throw new IllegalArgumentException("expected a header of version 1, found " + json.get("headerVersion"));
        }
        return new RunHeader(
                new RunId(text(json, "runId")),
                text(json, "tenant"),
                text(json, "workflowId"),
                text(json, "definitionId"),
                Digest.parse(text(json, "definition")),
                text(json, "correlationId"),
                readOrigin(object(json, "origin")),
                readPrefix(json.array("prefix").orElseThrow(() -> missing("prefix"))),
                readPolicy(object(json, "receipts")),
                RunSeed.parse(text(json, "seed")),
                text(json, "engineVersion"),
                Times.parse(text(json, "createdAt")),
                object(json, "options"),
                readSession(json));
    }

    /// A header without one is a graph's; a damaged one must not turn a guided run into a graph.
    private static @Nullable String readSession(JsonObject json) {
        return json.get("session") == null ? null : text(json, "session");
    }

    private static Origin readOrigin(JsonObject json) {
        return switch (text(json, "kind")) {
            case "start" -> new Origin.Start();
            case "child" ->
                new Origin.Child(
                        new RunId(text(json, "parent")),
                        text(json, "parentWorkflowId"),
                        text(json, "nodeId"),
                        ordinal(json));
            case "remote" ->
                new Origin.Remote(
                        RemoteRun.of(object(json, "parent")), Origin.Remote.Cause.ofWire(text(json, "cause")));
            case "fork" ->
                new Origin.Fork(
                        new RunId(text(json, "source")),
                        text(json, "sourceWorkflowId"),
                        integer(json, "sequence"),
                        ForkMode.ofWire(text(json, "mode")),
                        object(json, "overlay"));
            default -> throw new IllegalArgumentException("no origin is called " + json.get("kind"));
        };
    }

    private static List<Segment> readPrefix(JsonArray items) {
        List<Segment> prefix = new ArrayList<>();
        for (JsonValue item : items) {
            JsonObject segment = item.asObject().orElseThrow(() -> new IllegalArgumentException("no segment: " + item));
            prefix.add(new Segment(new RunId(text(segment, "run")), integer(segment, "end")));
        }
        return prefix;
    }

    private static ReceiptPolicy readPolicy(JsonObject json) {
        // Runs that began before there were redactable ones do not say.
        boolean redactable = json.has("redactable") && flag(json, "redactable");
        return new ReceiptPolicy(flag(json, "issue"), text(json, "wire"), flag(json, "pseudonymous"), redactable);
    }

    private static int ordinal(JsonObject json) {
        long ordinal = integer(json, "ordinal");
        if (ordinal != (int) ordinal) {
            throw missing("ordinal");
        }
        return (int) ordinal;
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> missing(name));
    }

    private static JsonObject object(JsonObject json, String name) {
        return json.object(name).orElseThrow(() -> missing(name));
    }

    /// Absent is no answer: a lost flag must not switch receipts off.
    private static boolean flag(JsonObject json, String name) {
        if (json.get(name) instanceof JsonBool bool) {
            return bool.value();
        }
        throw missing(name);
    }

    private static long integer(JsonObject json, String name) {
        if (json.get(name) instanceof JsonNumber number && number.asInteger().isPresent()) {
            return number.asInteger().getAsLong();
        }
        throw missing(name);
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("the header has no proper \"" + name + "\"");
    }
}

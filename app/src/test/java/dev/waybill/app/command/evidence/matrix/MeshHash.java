package dev.waybill.app.command.evidence.matrix;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// The hash of an AgentMesh record, computed a second time and from its description alone: members in the order of
/// their code points, everything but ASCII escaped, numbers as they are spelled. It shares no code with the product, so
/// that both cannot be wrong in the same way.
final class MeshHash {

    static final String GENESIS = "sha256:" + "0".repeat(64);

    private static final Comparator<String> BY_CODE_POINT = (one, other) ->
            Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());

    private MeshHash() {}

    static String of(JsonObject record, String... without) {
        JsonObject hashed = record;
        for (String name : without) {
            hashed = hashed.without(name);
        }
        byte[] canonical = canonical(hashed).getBytes(StandardCharsets.US_ASCII);
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether each record's hash is its own, and each names the one before.
    static boolean isChain(List<JsonObject> records, String... without) {
        String before = GENESIS;
        for (JsonObject record : records) {
            String own = Told.text(record, "event_hash");
            if (!Told.text(record, "prev_hash").equals(before)
                    || !of(record, without).equals(own)) {
                return false;
            }
            before = own;
        }
        return true;
    }

    /// Records with hashes that hold, as somebody makes them who may write the whole log.
    static List<String> chained(List<JsonObject> records) {
        List<String> lines = new ArrayList<>();
        String before = GENESIS;
        for (JsonObject record : records) {
            JsonObject linked = record.with("prev_hash", before);
            before = of(linked, "event_hash");
            lines.add(linked.with("event_hash", before).toString());
        }
        return lines;
    }

    private static String canonical(JsonValue value) {
        return switch (value) {
            case JsonObject object ->
                object.names().stream()
                        .sorted(BY_CODE_POINT)
                        .map(name -> quoted(name) + ":" + canonical(member(object, name)))
                        .collect(Collectors.joining(",", "{", "}"));
            case JsonArray array ->
                array.items().stream().map(MeshHash::canonical).collect(Collectors.joining(",", "[", "]"));
            case JsonString(String text) -> quoted(text);
            default -> value.toString();
        };
    }

    private static JsonValue member(JsonObject object, String name) {
        JsonValue value = object.get(name);
        if (value == null) {
            throw new IllegalStateException(name);
        }
        return value;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                default -> quoted.append(c < ' ' || c > '~' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
            }
        }
        return quoted.append('"').toString();
    }
}

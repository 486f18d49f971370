package dev.waybill.engine.state;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What a node's model was asked last, by the names of its pieces. A conversation grows at its end, a window over it
/// slides, and whoever asks sends all of it again; the log keeps ranges of what an earlier event has, and only the
/// pieces
/// that are new. So each message is stored once, however often it is sent.
///
/// @param sequence the event that has the exchange
/// @param depth how many earlier events it takes to read it
/// @param pieces the digests of its pieces, in order
public record Talk(long sequence, int depth, List<Digest> pieces) {

    /// The member of an event's private part.
    public static final String EXCHANGE = "exchange";

    private static final String KEY = "key";
    private static final String KIND = "kind";
    private static final String AS = "as";
    private static final String DEPTH = "depth";
    private static final String PARTS = "parts";
    private static final String ASKED = "asked";

    /// An exchange that would take more earlier events to read is kept whole.
    private static final int DEEPEST = 256;

    private static final char SETTINGS = 's';
    private static final char BEGINS = 'm';
    private static final char GOES_ON = 'c';

    public Talk {
        pieces = Collections.unmodifiableList(new ArrayList<>(pieces));
    }

    /// What the log keeps of an exchange.
    ///
    /// @param latest the node's latest one; null when there is none
    public static JsonObject kept(Exchange exchange, @Nullable Talk latest) {
        List<String> all = pieces(exchange);
        Talk before = latest == null || latest.depth >= DEEPEST ? null : latest;
        JsonObject.Builder kept = JsonObject.builder().put(KEY, exchange.key()).put(KIND, exchange.kind());
        if (before != null) {
            kept.put(AS, before.sequence()).put(DEPTH, before.depth + 1);
        }
        int asked = all.size()
                - (exchange.answer() == null ? 0 : pieces(exchange.answer()).size());
        return kept.put(PARTS, new JsonArray(before == null ? literal(all) : before.ranges(all)))
                .put(ASKED, asked)
                .build();
    }

    private static List<JsonValue> literal(List<String> all) {
        List<JsonValue> parts = new ArrayList<>();
        all.forEach(piece -> parts.add(new JsonString(piece)));
        return parts;
    }

    /// Pieces that are here already, as `[first, count]`; all others as they are.
    private List<JsonValue> ranges(List<String> all) {
        Map<Digest, Integer> places = new HashMap<>();
        for (int index = 0; index < pieces.size(); index++) {
            places.putIfAbsent(pieces.get(index), index);
        }
        List<JsonValue> parts = new ArrayList<>();
        int next = 0;
        while (next < all.size()) {
            Integer first = places.get(name(all.get(next)));
            if (first == null) {
                parts.add(new JsonString(all.get(next++)));
                continue;
            }
            int count = 1;
            while (next + count < all.size()
                    && first + count < pieces.size()
                    && pieces.get(first + count).equals(name(all.get(next + count)))) {
                count++;
            }
            parts.add(JsonArray.of(JsonNumber.of(first), JsonNumber.of(count)));
            next += count;
        }
        return parts;
    }

    /// The node's latest exchange once an event has been folded.
    ///
    /// @param kept what the event has
    static Talk after(long sequence, JsonObject kept, @Nullable Talk before) {
        List<Digest> known = before == null ? List.of() : before.pieces;
        try {
            return new Talk(sequence, number(kept, DEPTH), expanded(kept, known, Talk::name));
        } catch (IllegalArgumentException _) {
            // Somebody has changed it. The run goes on, and its next exchange is kept whole.
            return new Talk(sequence, DEEPEST, List.of());
        }
    }

    /// The exchange that an event has, whole.
    ///
    /// @param kept what the event has
    /// @param earlier what another event of the same run has, by its sequence
    /// @throws IllegalArgumentException when somebody has changed one of them
    public static Exchange whole(JsonObject kept, LongFunction<JsonObject> earlier) {
        Deque<JsonObject> back = new ArrayDeque<>();
        back.push(kept);
        int last = Integer.MAX_VALUE;
        while (back.element().has(AS)) {
            int at = number(back.element(), AS);
            if (at >= last || back.size() > DEEPEST + 1) {
                throw new IllegalArgumentException("event %d has not what a later one shares with it".formatted(at));
            }
            last = at;
            back.push(earlier.apply(at));
        }
        List<String> pieces = List.of();
        for (JsonObject each : back) {
            pieces = expanded(each, pieces, Function.identity());
        }
        return exchange(kept, pieces);
    }

    private static <T> List<T> expanded(JsonObject kept, List<T> before, Function<String, T> own) {
        List<T> all = new ArrayList<>();
        for (JsonValue part : kept.array(PARTS).orElse(JsonArray.EMPTY)) {
            if (part instanceof JsonArray range && range.size() == 2) {
                int first = number(range.get(0));
                int end = first + number(range.get(1));
                if (first < 0 || first > end || end > before.size()) {
                    throw new IllegalArgumentException(
                            "an earlier request has no pieces %d to %d".formatted(first, end));
                }
                all.addAll(before.subList(first, end));
            } else {
                all.add(own.apply(part.asString().orElse("")));
            }
        }
        return all;
    }

    private static Exchange exchange(JsonObject kept, List<String> pieces) {
        if (pieces.isEmpty() || number(kept, ASKED) > pieces.size()) {
            throw new IllegalArgumentException("a part of a request to a model is missing");
        }
        JsonObject settings = read(pieces.getFirst()
                        .substring(Math.min(1, pieces.getFirst().length())))
                .asObject()
                .orElse(JsonObject.EMPTY);
        int asked = number(kept, ASKED);
        List<JsonValue> answer = messages(pieces.subList(asked, pieces.size()));
        return new Exchange(
                kept.string(KEY).orElse(""),
                settings,
                messages(pieces.subList(1, asked)),
                kept.string(KIND).orElse(""),
                answer.isEmpty() ? null : answer.getFirst());
    }

    private static List<JsonValue> messages(List<String> pieces) {
        List<StringBuilder> texts = new ArrayList<>();
        for (String piece : pieces) {
            if (texts.isEmpty() || piece.startsWith(String.valueOf(BEGINS))) {
                texts.add(new StringBuilder());
            }
            texts.getLast().append(piece, Math.min(1, piece.length()), piece.length());
        }
        List<JsonValue> messages = new ArrayList<>();
        texts.forEach(text -> messages.add(read(text.toString())));
        return messages;
    }

    private static JsonValue read(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT);
    }

    private static List<String> pieces(Exchange exchange) {
        List<String> pieces = new ArrayList<>();
        pieces.add(SETTINGS + JsonWriter.compact(exchange.settings()));
        exchange.messages().forEach(message -> pieces.addAll(pieces(message)));
        if (exchange.answer() != null) {
            pieces.addAll(pieces(exchange.answer()));
        }
        return pieces;
    }

    private static List<String> pieces(JsonValue message) {
        List<String> pieces = new ArrayList<>();
        for (String piece : Cuts.of(JsonWriter.compact(message))) {
            pieces.add((pieces.isEmpty() ? BEGINS : GOES_ON) + piece);
        }
        return pieces;
    }

    private static Digest name(String piece) {
        return Digest.of(piece.getBytes(StandardCharsets.UTF_8));
    }

    private static int number(JsonObject kept, String name) {
        JsonValue value = kept.get(name);
        return value == null ? 0 : number(value);
    }

    private static int number(JsonValue value) {
        return value instanceof JsonNumber number ? (int) number.asInteger().orElse(0) : 0;
    }
}

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What a node's model was asked last, by the names of its pieces. A conversation grows at its end, and whoever asks
/// sends all of it again; the log keeps a range of what an earlier event has, and only the pieces that are new. So each
/// message is stored once, however often it is sent.
///
/// @param sequence the event that has the exchange
/// @param pieces the digests of its pieces, in order
public record Talk(long sequence, List<Digest> pieces) {

    /// The member of an event's private part.
    public static final String EXCHANGE = "exchange";

    private static final String KEY = "key";
    private static final String KIND = "kind";
    private static final String AS = "as";
    private static final String SAME = "same";
    private static final String MORE = "more";
    private static final String ASKED = "asked";

    /// A long message is cut, so that one that grows at its end shares its beginning.
    private static final int LONGEST_PIECE = 4_096;

    private static final char SETTINGS = 's';
    private static final char BEGINS = 'm';
    private static final char GOES_ON = 'c';

    public Talk {
        pieces = Collections.unmodifiableList(new ArrayList<>(pieces));
    }

    /// What the log keeps of an exchange.
    ///
    /// @param before the node's latest one; null when there is none
    public static JsonObject kept(Exchange exchange, @Nullable Talk before) {
        List<String> all = pieces(exchange);
        int same = before == null ? 0 : before.shared(all);
        List<JsonValue> more = new ArrayList<>();
        all.subList(same, all.size()).forEach(piece -> more.add(new JsonString(piece)));
        JsonObject.Builder kept = JsonObject.builder().put(KEY, exchange.key()).put(KIND, exchange.kind());
        if (before != null && same > 0) {
            kept.put(AS, before.sequence()).put(SAME, same);
        }
        int asked = all.size()
                - (exchange.answer() == null ? 0 : pieces(exchange.answer()).size());
        return kept.put(MORE, new JsonArray(more)).put(ASKED, asked).build();
    }

    private int shared(List<String> others) {
        int same = 0;
        while (same < Math.min(pieces.size(), others.size()) && pieces.get(same).equals(name(others.get(same)))) {
            same++;
        }
        return same;
    }

    /// The node's latest exchange once an event has been folded.
    ///
    /// @param kept what the event has
    static Talk after(long sequence, JsonObject kept, @Nullable Talk before) {
        List<Digest> all = new ArrayList<>();
        if (before != null) {
            all.addAll(before.pieces.subList(0, Math.min(number(kept, SAME), before.pieces.size())));
        }
        texts(kept).forEach(piece -> all.add(name(piece)));
        return new Talk(sequence, all);
    }

    /// The exchange that an event has, whole.
    ///
    /// @param kept what the event has
    /// @param earlier what another event of the same run has, by its sequence
    /// @throws IllegalArgumentException when somebody has changed one of them
    public static Exchange whole(JsonObject kept, LongFunction<JsonObject> earlier) {
        List<String> pieces = new ArrayList<>(texts(kept));
        JsonObject from = kept;
        int wanted = number(kept, SAME);
        int last = Integer.MAX_VALUE;
        while (wanted > 0) {
            int at = number(from, AS);
            JsonObject before = earlier.apply(at);
            int shared = number(before, SAME);
            List<String> there = texts(before);
            if (at >= last || wanted > shared + there.size()) {
                throw new IllegalArgumentException("event %d has not what a later one shares with it".formatted(at));
            }
            if (wanted > shared) {
                pieces.addAll(0, there.subList(0, wanted - shared));
                wanted = shared;
            }
            last = at;
            from = before;
        }
        return exchange(kept, pieces);
    }

    private static Exchange exchange(JsonObject kept, List<String> pieces) {
        if (pieces.isEmpty() || number(kept, ASKED) > pieces.size()) {
            throw new IllegalArgumentException("a part of a request to a model is missing");
        }
        JsonObject settings = read(pieces.getFirst().substring(1)).asObject().orElse(JsonObject.EMPTY);
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
            if (texts.isEmpty() || piece.charAt(0) == BEGINS) {
                texts.add(new StringBuilder());
            }
            texts.getLast().append(piece, 1, piece.length());
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
        String text = JsonWriter.compact(message);
        List<String> pieces = new ArrayList<>();
        int from = 0;
        do {
            int end = Math.min(from + LONGEST_PIECE, text.length());
            // Half a character is none.
            if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
                end--;
            }
            pieces.add((from == 0 ? BEGINS : GOES_ON) + text.substring(from, end));
            from = end;
        } while (from < text.length());
        return pieces;
    }

    private static Digest name(String piece) {
        return Digest.of(piece.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts(JsonObject kept) {
        return kept.array(MORE).orElse(JsonArray.EMPTY).items().stream()
                .map(piece -> piece.asString().orElse(""))
                .toList();
    }

    private static int number(JsonObject kept, String name) {
        return kept.get(name) instanceof JsonNumber number
                ? (int) number.asInteger().orElse(0)
                : 0;
    }
}

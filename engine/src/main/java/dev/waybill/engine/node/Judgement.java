package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.VerdictFact.Ruling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a critic says about a result: pass, fail or revise, by which criteria, and how sure it is.
///
/// @param criteria keys alone: a verdict never tells what it is about
/// @param confidence from 0 to 1; null when the critic does not say
public record Judgement(
        Ruling ruling, List<String> criteria, @Nullable JsonNumber confidence) {

    /// As definitions and critics write it: the word alone, or with more beside it.
    public static final String SCHEMA = """
            {
              "anyOf": [
                {"enum": ["pass", "fail", "revise"]},
                {
                  "type": "object", "required": ["verdict"],
                  "properties": {
                    "verdict": {"enum": ["pass", "fail", "revise"]},
                    "criteria": {
                      "type": "array", "uniqueItems": true,
                      "items": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"}
                    },
                    "confidence": {"type": "number", "minimum": 0, "maximum": 1}
                  },
                  "additionalProperties": false
                }
              ]
            }""";

    private static final String VERDICT = "verdict";
    private static final String CRITERIA = "criteria";
    private static final String CONFIDENCE = "confidence";
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,63}");
    private static final int MOST_CRITERIA = 100;

    public Judgement {
        criteria = List.copyOf(criteria);
    }

    public static Judgement of(Ruling ruling, String... criteria) {
        return new Judgement(ruling, List.of(criteria), null);
    }

    /// Reads what a critic gave. Whatever is no key is left out: a critic that has seen the result might tell it here.
    ///
    /// @return empty when it is no verdict
    public static Optional<Judgement> read(@Nullable JsonValue value) {
        JsonObject json = value instanceof JsonString word
                ? JsonObject.EMPTY.with(VERDICT, word)
                : value instanceof JsonObject object ? object : JsonObject.EMPTY;
        return json.string(VERDICT)
                .flatMap(Judgement::ruling)
                .map(ruling -> new Judgement(ruling, keys(json), confidence(json)));
    }

    private static Optional<Ruling> ruling(String word) {
        for (Ruling ruling : Ruling.values()) {
            if (wire(ruling).equals(word)) {
                return Optional.of(ruling);
            }
        }
        return Optional.empty();
    }

    private static List<String> keys(JsonObject json) {
        List<String> keys = new ArrayList<>();
        for (JsonValue item : json.array(CRITERIA).orElse(JsonArray.EMPTY)) {
            item.asString()
                    .filter(key -> KEY.matcher(key).matches() && !keys.contains(key) && keys.size() < MOST_CRITERIA)
                    .ifPresent(keys::add);
        }
        return keys;
    }

    private static @Nullable JsonNumber confidence(JsonObject json) {
        return json.get(CONFIDENCE) instanceof JsonNumber number && isShare(number) ? number : null;
    }

    private static boolean isShare(JsonNumber number) {
        BigDecimal value = new BigDecimal(number.lexeme());
        return value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0;
    }

    /// What a run gave that was to give a verdict: its variable `verdict`, the `result` of an agent, or an output of
    /// one
    /// of its last nodes.
    public static Optional<Judgement> ofRun(JsonObject variables, JsonObject outputs) {
        List<@Nullable JsonValue> places = new ArrayList<>();
        places.add(variables.get(VERDICT));
        places.add(variables.get("result"));
        outputs.members().values().forEach(given -> {
            places.add(given);
            given.asObject().ifPresent(object -> {
                places.add(object.get(VERDICT));
                places.add(object.get("result"));
            });
        });
        return places.stream().flatMap(place -> read(place).stream()).findFirst();
    }

    /// The same with the criteria that were asked for and no others; all of them where the critic names none.
    public Judgement within(List<String> asked) {
        if (asked.isEmpty()) {
            return this;
        }
        List<String> kept = criteria.isEmpty()
                ? asked
                : criteria.stream().filter(asked::contains).toList();
        return new Judgement(ruling, kept, confidence);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put(VERDICT, wire(ruling))
                .putIfPresent(CRITERIA, criteria.isEmpty() ? null : JsonArray.ofStrings(criteria))
                .putIfPresent(CONFIDENCE, confidence)
                .build();
    }

    public static String wire(Ruling ruling) {
        return ruling.name().toLowerCase(Locale.ROOT);
    }
}

package dev.waybill.evidence.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The expected texts were written by Python 3.11.
class PythonJsonTest {

    private static final String MIXED = """
            {"b":1,"a":[1.0,1e-07,1e+22,-0.0],"～":1,"😀":2,
             "z":"\\u007fé\\u2028\\"\\\\/\\b\\f\\n\\r\\t\\u0001","n":null,"t":true}""";

    private static JsonObject object(String text) {
        return (JsonObject) JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static String ascii(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    @Test
    void membersAreSortedByCodePointAndAllIsAscii() {
        assertThat(ascii(PythonJson.compact(object(MIXED))))
                .isEqualTo("{\"a\":[1.0,1e-07,1e+22,-0.0],\"b\":1,\"n\":null,\"t\":true,"
                        + "\"z\":\"\\u007f\\u00e9\\u2028\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\","
                        + "\"\\uff5e\":1,\"\\ud83d\\ude00\":2}");
    }

    @Test
    void theDefaultSeparatorsHaveSpaces() {
        assertThat(ascii(PythonJson.spaced(object("{\"b\":[1,2],\"a\":{\"c\":{}}}"), List.of())))
                .isEqualTo("{\"a\": {\"c\": {}}, \"b\": [1, 2]}");
    }

    @Test
    void membersOfTheRootCanBeLeftOut() {
        assertThat(ascii(PythonJson.compact(object("{\"h\":1,\"a\":{\"h\":2}}"), List.of("h"))))
                .isEqualTo("{\"a\":{\"h\":2}}");
    }

    @Test
    void floatsAreSpelledAsReprDoes() {
        List<Double> values = List.of(
                1e16,
                1e15,
                123456789012345680.0,
                0.0001,
                0.00001,
                Double.MIN_VALUE,
                1.7976931348623157e308,
                0.1,
                100.0,
                -2.5,
                1763233569.42,
                1e-07,
                1e22,
                123.456,
                0.0,
                -0.0);
        assertThat(values.stream().map(PythonJson::number))
                .containsExactly(
                        "1e+16",
                        "1000000000000000.0",
                        "1.2345678901234568e+17",
                        "0.0001",
                        "1e-05",
                        "5e-324",
                        "1.7976931348623157e+308",
                        "0.1",
                        "100.0",
                        "-2.5",
                        "1763233569.42",
                        "1e-07",
                        "1e+22",
                        "123.456",
                        "0.0",
                        "-0.0");
    }

    @Test
    void everyFloatReadsBackAsItself() {
        Seeds.check(2_000, random -> {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(PythonJson.number(value))).isEqualTo(value);
            }
        });
    }

    @Test
    void theFormIsCanonicalWhateverTheOrderOfMembers() {
        Seeds.check(500, random -> {
            JsonValue value = value(random, 4);
            byte[] bytes = PythonJson.compact(value);
            assertThat(ascii(bytes).chars()).allMatch(c -> c >= 0x20 && c < 0x7F);
            JsonValue again = JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT);
            assertThat(PythonJson.compact(again)).isEqualTo(bytes);
            assertThat(PythonJson.compact(shuffled(value, random))).isEqualTo(bytes);
        });
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> new JsonString(text(random));
            case 1 -> new JsonNumber(PythonJson.number(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20)));
            case 2 -> JsonBool.of(random.nextBoolean());
            case 3 -> JsonNull.NULL;
            case 4 -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(random, depth - 1));
                }
                yield new JsonArray(items);
            }
            default -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                for (int i = random.nextInt(6); i > 0; i--) {
                    members.put(text(random), value(random, depth - 1));
                }
                yield new JsonObject(members);
            }
        };
    }

    private static String text(Random random) {
        int[] points = {'a', '"', '\\', 0x1F, 0x7F, 0xE9, 0xFF5E, 0x1F600, 0xE000, '\n', 'Z'};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private static JsonValue shuffled(JsonValue value, Random random) {
        return switch (value) {
            case JsonObject object -> {
                List<String> names = new ArrayList<>(object.names());
                java.util.Collections.shuffle(names, random);
                Map<String, JsonValue> members = new LinkedHashMap<>();
                for (String name : names) {
                    members.put(name, shuffled(java.util.Objects.requireNonNull(object.get(name)), random));
                }
                yield new JsonObject(members);
            }
            case JsonArray array ->
                new JsonArray(array.items().stream()
                        .map(item -> shuffled(item, random))
                        .toList());
            default -> value;
        };
    }
}

package dev.waybill.evidence.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonPartsTest {

    private record Parts(String rest, List<String> items) {}

    private static Parts parts(String document) {
        List<String> items = new ArrayList<>();
        try {
            byte[] rest = JsonParts.read(
                    new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)),
                    "episodes",
                    item -> items.add(new String(item, StandardCharsets.UTF_8).strip()));
            return new Parts(new String(rest, StandardCharsets.UTF_8), items);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theItemsOfTheArrayComeOneByOneAndTheRestHasNone() {
        assertThat(parts("{\"a\":[1,2],\"episodes\": [ {\"x\":\"]},[\"} , {\"y\":[1,{}]},3 ], \"z\":\"episodes\"}"))
                .isEqualTo(new Parts(
                        "{\"a\":[1,2],\"episodes\": [], \"z\":\"episodes\"}",
                        List.of("{\"x\":\"]},[\"}", "{\"y\":[1,{}]}", "3")));
    }

    @Test
    void anEmptyArrayHasNoItems() {
        assertThat(parts("{\"episodes\":[ ]}")).isEqualTo(new Parts("{\"episodes\":[]}", List.of()));
    }

    @Test
    void onlyTheRootsOwnMemberIsMeant() {
        String document = "{\"episodes\":{\"episodes\":[1]},\"in\":{\"episodes\":[2]},\"t\":\"\\\"episodes\\\":[3]\"}";
        assertThat(parts(document)).isEqualTo(new Parts(document, List.of()));
    }

    @Test
    void aCommaTooManyIsAnItemThatNobodyCanRead() {
        assertThat(parts("{\"episodes\":[1,]}").items()).containsExactly("1", "");
        assertThat(parts("{\"episodes\":[,]}").items()).containsExactly("", "");
    }

    @Test
    void aDocumentThatEndsTooSoonHasARestThatDoes() {
        assertThat(parts("{\"episodes\":[1,2").rest()).isEqualTo("{\"episodes\":[");
    }

    /// Whatever the document, it is JSON exactly when its parts are, and then they say the same.
    @Test
    void thePartsSayWhatTheWholeSays() {
        Seeds.check(3_000, random -> {
            String document = document(random);
            Parts parts = parts(document);
            JsonValue whole = read(document);
            JsonValue rest = read(parts.rest());
            List<JsonValue> items = new ArrayList<>();
            boolean good = rest instanceof JsonObject;
            for (String item : parts.items()) {
                JsonValue value = read(item);
                good &= value != null;
                if (value != null) {
                    items.add(value);
                }
            }
            if (!(whole instanceof JsonObject object)) {
                assertThat(good && whole == null).as(document).isFalse();
            } else {
                assertThat(good).as(document).isTrue();
                if (object.get("episodes") instanceof JsonArray array) {
                    assertThat(items).as(document).isEqualTo(array.items());
                }
            }
        });
    }

    private static @Nullable JsonValue read(String text) {
        try {
            return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
        } catch (JsonException _) {
            return null;
        }
    }

    private static String document(RandomGenerator random) {
        List<String> words =
                List.of("{", "}", "[", "]", ",", ":", "\"episodes\"", "\"a\"", "1", "null", " ", "\"\\\"\"", "\"]\"");
        StringBuilder text = new StringBuilder("{\"episodes\":[");
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(words.get(random.nextInt(words.size())));
        }
        return text.append(random.nextBoolean() ? "]}" : "").toString();
    }
}

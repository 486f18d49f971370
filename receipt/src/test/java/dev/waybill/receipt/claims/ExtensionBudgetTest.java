package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExtensionBudgetTest {

    private static final List<String> PIECES =
            List.of("a", "é", "€", "😀", "\"", "\\", "/", "\n", "\b", "\u0001", "\u007f", "\u2028", "");

    @Test
    void theSizeOfAValueIsTheNumberOfBytesItIsWrittenIn() {
        Seeds.check(500, random -> {
            JsonValue value = value(random, 4);

            assertThat(ExtensionBudget.size(value)).isEqualTo(JsonWriter.compactBytes(value).length);
        });
    }

    @Test
    void aNumberCountsAsEcmascriptWouldWriteIt() {
        assertThat(ExtensionBudget.size(new JsonNumber("1.0e3"))).isEqualTo("1000".length());
        assertThat(ExtensionBudget.size(new JsonNumber("-0"))).isEqualTo("0".length());
        assertThat(ExtensionBudget.size(new JsonNumber("-12"))).isEqualTo("-12".length());
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> new JsonString(text(random));
            case 1 -> JsonNumber.of(random.nextInt());
            case 2 -> JsonBool.of(random.nextBoolean());
            case 3 -> JsonNull.NULL;
            case 4 -> new JsonArray(List.of(value(random, depth - 1), value(random, depth - 1)));
            default ->
                JsonObject.builder()
                        .put(text(random), value(random, depth - 1))
                        .put(text(random), value(random, depth - 1))
                        .build();
        };
    }

    private static String text(Random random) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            out.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return out.toString();
    }
}

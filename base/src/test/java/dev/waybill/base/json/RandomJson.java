package dev.waybill.base.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random documents with everything that strict JSON allows.
final class RandomJson {

    private static final List<String> LEXEMES =
            List.of("0", "-0", "0.0", "1e3", "1E+3", "-1.50e-7", "9007199254740991", "-9007199254740991", "1e-999");

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    JsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2 -> JsonNumber.of(random.nextInt());
            case 3 -> new JsonNumber(LEXEMES.get(random.nextInt(LEXEMES.size())));
            case 4 -> new JsonString(text());
            case 5 -> array(depth - 1);
            default -> object(depth - 1);
        };
    }

    private JsonArray array(int depth) {
        List<JsonValue> items = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            items.add(value(depth));
        }
        return new JsonArray(items);
    }

    JsonObject object(int depth) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            members.put(text(), value(depth));
        }
        return new JsonObject(members);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.appendCodePoint(codePoint());
        }
        return text.toString();
    }

    private int codePoint() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> 0x80 + random.nextInt(0x780);
            case 2 -> 0x800 + random.nextInt(0xD000);
            case 3 -> 0x1F600 + random.nextInt(80);
            default -> 0x20 + random.nextInt(0x60);
        };
    }
}

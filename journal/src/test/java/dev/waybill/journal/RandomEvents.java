package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.id.Ulid;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.UnknownFact;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Random events of every type. A new record is covered without a line here: its components say what to make.
final class RandomEvents {

    private static final List<String> NUMBERS =
            List.of("0", "-0", "1.0", "1e3", "-1.50e-7", "9007199254740991", "-9007199254740991");

    private static final List<? extends Class<? extends RunEvent>> TYPES =
            Samples.facts().stream().map(RunEvent::getClass).toList();

    private final Random random;

    RandomEvents(Random random) {
        this.random = random;
    }

    Event event() {
        return new Event(
                RunId.of(new Ulid(random.nextLong(), random.nextLong())),
                random.nextInt(10) == 0 ? JsonNumber.MAX_SAFE_INTEGER : random.nextInt(1_000),
                text(),
                time(),
                random.nextBoolean() ? text() : null,
                fact(),
                envelope(),
                random.nextBoolean() ? JsonObject.EMPTY : object(2));
    }

    private RunEvent fact() {
        int type = random.nextInt(TYPES.size() + 1);
        return type == TYPES.size()
                ? new UnknownFact("acme." + random.nextInt(100), random.nextBoolean() ? text() : null, value(3))
                : make(TYPES.get(type));
    }

    private <T> T make(Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] kinds = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            kinds[i] = components[i].getType();
        }
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(kinds);
            while (true) {
                try {
                    return constructor.newInstance(parts(components));
                } catch (InvocationTargetException e) {
                    // The record refuses these parts; others will do.
                    assertThat(e).hasCauseInstanceOf(IllegalArgumentException.class);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record has a constructor of its components", e);
        }
    }

    private @Nullable Object[] parts(RecordComponent[] components) {
        @Nullable Object[] parts = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            boolean nullable = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            parts[i] = nullable && random.nextBoolean() ? null : part(components[i].getType());
        }
        return parts;
    }

    private Object part(Class<?> kind) {
        if (kind == String.class) {
            return text();
        }
        if (kind == int.class) {
            return random.nextInt();
        }
        if (kind == boolean.class || kind == Boolean.class) {
            return random.nextBoolean();
        }
        if (kind == long.class || kind == Long.class) {
            return random.nextLong(-JsonNumber.MAX_SAFE_INTEGER, JsonNumber.MAX_SAFE_INTEGER + 1);
        }
        if (kind == JsonNumber.class) {
            return new JsonNumber("0." + random.nextInt(1_000));
        }
        if (kind == JsonObject.class) {
            return object(3);
        }
        if (kind == JsonValue.class) {
            return value(3);
        }
        if (kind == Instant.class) {
            return time();
        }
        if (kind == List.class) {
            return texts();
        }
        if (kind == RunError.class) {
            return new RunError(text(), text(), object(2), random.nextBoolean());
        }
        if (kind.isEnum()) {
            Object[] constants = kind.getEnumConstants();
            return constants[random.nextInt(constants.length)];
        }
        throw new IllegalStateException("teach RandomEvents to make a " + kind.getName());
    }

    private EvidenceEnvelope envelope() {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            members.put(EvidenceEnvelope.PREFIX + text(), value(1));
        }
        return new EvidenceEnvelope(new JsonObject(members));
    }

    private Instant time() {
        return Instant.ofEpochSecond(random.nextLong(0, 4_000_000_000L), random.nextInt(1_000_000_000));
    }

    private JsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2 -> JsonNumber.of(random.nextInt());
            case 3 -> new JsonNumber(NUMBERS.get(random.nextInt(NUMBERS.size())));
            case 4 -> new JsonString(text());
            case 5 -> new JsonArray(List.of(value(depth - 1), value(depth - 1)));
            default -> object(depth - 1);
        };
    }

    private JsonObject object(int depth) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            members.put(text(), value(depth));
        }
        return new JsonObject(members);
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            texts.add(text());
        }
        return texts;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(5)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> 0x80 + random.nextInt(0x2000);
                        case 2 -> 0x1F600 + random.nextInt(80);
                        default -> 0x20 + random.nextInt(0x60);
                    });
        }
        return text.toString();
    }
}

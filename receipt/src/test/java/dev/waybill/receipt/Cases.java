package dev.waybill.receipt;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Cases that other implementations wrote down, one dynamic test each.
public final class Cases {

    private Cases() {}

    /// What a case must show.
    public interface Check {
        void accept(JsonObject aCase) throws Exception;
    }

    public static JsonObject document(String file) {
        return JsonReader.readAnyNumbers(Interop.bytes(file), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    public static Stream<JsonObject> items(String file, String member) {
        return document(file).array(member).orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow());
    }

    /// One case a line.
    public static Stream<JsonObject> lines(String file) {
        return Interop.text(file)
                .lines()
                .map(line -> JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
    }

    public static Stream<DynamicTest> tests(Stream<JsonObject> cases, String name, Check check) {
        return cases.map(aCase -> DynamicTest.dynamicTest(text(aCase, name), () -> check.accept(aCase)));
    }

    public static String text(JsonObject object, String name) {
        return object.string(name).orElseThrow();
    }

    public static JsonObject object(JsonObject object, String name) {
        return object.object(name).orElseThrow();
    }

    public static boolean flag(JsonObject object, String name) {
        JsonValue value = Objects.requireNonNull(object.get(name), name);
        return value == JsonBool.TRUE;
    }
}

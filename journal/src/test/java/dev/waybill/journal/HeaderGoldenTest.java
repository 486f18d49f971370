package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The bytes of headers, as they stand in stores for ever.
class HeaderGoldenTest {

    private final Golden golden = new Golden("headers");

    @TestFactory
    Stream<DynamicTest> bytesStayAsTheyWereAndReadBack() {
        return Samples.headers().entrySet().stream()
                .map(header -> DynamicTest.dynamicTest(header.getKey(), () -> {
                    golden.check(header.getKey(), HeaderCodec.encode(header.getValue()));
                    assertThat(HeaderCodec.decode(golden.bytes(header.getKey())))
                            .isEqualTo(header.getValue());
                }));
    }

    @Test
    void everyFileHasItsSample() {
        assertThat(golden.names())
                .containsExactlyInAnyOrderElementsOf(Samples.headers().keySet());
    }

    @Test
    void aHeaderWithoutOneOfItsMembersIsRefused() {
        for (String kind : golden.names()) {
            JsonObject header = StoredJson.read(golden.bytes(kind));
            for (String name : header.names()) {
                if (!name.equals("session")) {
                    refused(header.without(name));
                }
                refused(header.with(name, JsonArray.of(new JsonString("something else"))));
            }
        }
    }

    @Test
    void aHeaderWithoutASessionIsAGraphs() {
        JsonObject header = StoredJson.read(golden.bytes("guided"));
        assertThat(HeaderCodec.decode(golden.bytes("guided")).isGuided()).isTrue();
        assertThat(HeaderCodec.decode(JsonWriter.compactBytes(header.without("session"))))
                .isEqualTo(HeaderCodec.decode(golden.bytes("start")));
        refused(header.with("session", JsonNull.NULL));
    }

    @Test
    void anOriginWithoutOneOfItsMembersIsRefused() {
        for (String kind : golden.names()) {
            JsonObject header = StoredJson.read(golden.bytes(kind));
            JsonObject origin = header.object("origin").orElseThrow();
            origin.names().forEach(name -> refused(header.with("origin", origin.without(name))));
        }
    }

    @Test
    void aLostFlagDoesNotSwitchReceiptsOff() {
        JsonObject header = StoredJson.read(golden.bytes("start"));
        JsonObject policy = header.object("receipts").orElseThrow();
        policy.names().stream()
                .filter(name -> !name.equals("redactable"))
                .forEach(name -> refused(header.with("receipts", policy.without(name))));
    }

    @Test
    void anOrdinalThatNobodyCanCountIsRefused() {
        JsonObject header = StoredJson.read(golden.bytes("child"));
        JsonObject origin = header.object("origin").orElseThrow();
        refused(header.with("origin", origin.with("ordinal", (1L << 32) + 2)));
        refused(header.with("origin", origin.with("ordinal", 0)));
    }

    @Test
    void aHeaderOfAnotherVersionIsRefusedByName() {
        JsonObject header = StoredJson.read(golden.bytes("start")).with("headerVersion", 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeaderCodec.decode(JsonWriter.compactBytes(header)))
                .withMessageContaining("version 1")
                .withMessageContaining("2");
    }

    @Test
    void cutBytesAreRefused() {
        byte[] bytes = golden.bytes("fork");
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatIllegalArgumentException().isThrownBy(() -> HeaderCodec.decode(cut));
        }
    }

    @Test
    void theSecretSeedShowsInNoText() {
        RunHeader header = HeaderCodec.decode(golden.bytes("start"));
        assertThat(header.toString()).doesNotContain(header.seed().secretText());
    }

    private static void refused(JsonValue header) {
        assertThatIllegalArgumentException()
                .as(header.toString())
                .isThrownBy(() -> HeaderCodec.decode(header.toString().getBytes(StandardCharsets.UTF_8)));
    }
}

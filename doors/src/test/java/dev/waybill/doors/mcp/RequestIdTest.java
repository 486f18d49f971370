package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// The id of a message that cannot be read as a whole.
class RequestIdTest {

    @Test
    void itIsFoundAtTheTopOnly() {
        assertThat(find("{\"id\":7,\"params\":{\"x\":\"\\ud83d\"}}")).isEqualTo(JsonNumber.of(7));
        assertThat(find("{\"params\":{\"id\":1,\"t\":\"\\\"id\\\":2\"},\"id\" : \"a\\\"b\", }"))
                .isEqualTo(new JsonString("a\"b"));
        assertThat(find("{\"method\":\"id\",\"x\":[{\"id\":3}],\"id\":4")).isEqualTo(JsonNumber.of(4));
    }

    @Test
    void whereThereIsNoneItIsNull() {
        assertThat(find("")).isEqualTo(JsonNull.NULL);
        assertThat(find("{\"id\":{}}")).isEqualTo(JsonNull.NULL);
        assertThat(find("{\"id\":null,")).isEqualTo(JsonNull.NULL);
        assertThat(find("[{\"id\":1}]")).isEqualTo(JsonNull.NULL);
        assertThat(find("{\"id\"")).isEqualTo(JsonNull.NULL);
        assertThat(find("{\"id\\")).isEqualTo(JsonNull.NULL);
    }

    @Test
    void damagedMessagesNeverBreakIt() {
        byte[] whole =
                "{\"a\":[1,{\"b\":\"\\\\\"}],\"id\":\"x-1\",\"method\":\"ping\"}".getBytes(StandardCharsets.UTF_8);
        Seeds.check(2_000, random -> {
            byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            assertThat(RequestId.find(damaged)).isInstanceOfAny(JsonNull.class, JsonString.class, JsonNumber.class);
        });
    }

    private static JsonValue find(String message) {
        return RequestId.find(message.getBytes(StandardCharsets.UTF_8));
    }
}

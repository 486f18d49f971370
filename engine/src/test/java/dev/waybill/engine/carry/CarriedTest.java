package dev.waybill.engine.carry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.RemoteRun;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What travels from host to host comes out of every carrier as it went in.
class CarriedTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final RemoteRun PARENT = new RemoteRun(
            "waybill-0123",
            "run_01JD2ZK9M7N8P9Q0R1S2T3V4W5",
            "evt_1",
            "https://a.example/.well-known/openwop",
            "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9",
            Digest.of("a receipt".getBytes(StandardCharsets.UTF_8)));
    private static final Carried ALL = new Carried(PARENT, TRACE, "order-7");

    @Test
    void headersBringItOver() {
        Map<String, String> headers = ALL.toHeaders();
        assertThat(Carried.ofHeaders(name -> Optional.ofNullable(headers.get(name))))
                .isEqualTo(ALL);
        assertThat(headers.values()).allMatch(value -> value.chars().allMatch(c -> c >= ' ' && c < 0x7f));
    }

    @Test
    void metaOfMcpBringsItOverBesideWhatIsThere() {
        JsonObject meta = ALL.intoMcp(JsonObject.EMPTY.with("progressToken", JsonNumber.of(1)));
        assertThat(Carried.ofMcp(meta)).isEqualTo(ALL);
        assertThat(meta.string("traceparent")).contains(TRACE);
        assertThat(meta.has("progressToken")).isTrue();
    }

    @Test
    void metadataOfA2aBringsItOverWithTheTraceWhereOpenWopLooks() {
        JsonObject metadata = ALL.intoA2a(JsonObject.EMPTY);
        assertThat(Carried.ofA2a(metadata)).isEqualTo(ALL);
        assertThat(metadata.object("openwop").orElseThrow().string("traceparent"))
                .contains(TRACE);
    }

    @Test
    void nothingLeavesEverythingAsItIs() {
        assertThat(Carried.NOTHING.toHeaders()).isEmpty();
        assertThat(Carried.NOTHING.intoMcp(JsonObject.EMPTY)).isEqualTo(JsonObject.EMPTY);
        assertThat(Carried.NOTHING.intoA2a(JsonObject.EMPTY)).isEqualTo(JsonObject.EMPTY);
        assertThat(Carried.ofMcp(JsonObject.EMPTY)).isEqualTo(Carried.NOTHING);
    }

    @Test
    void aTraceThatIsNoneIsLeftOut() {
        assertThat(new Carried(null, "00-xyz", null)).isEqualTo(Carried.NOTHING);
    }

    @Test
    void aParentThatNobodyCouldFollowIsRefusedAndSaidWhy() {
        for (String bad : new String[] {
            "[]",
            "{",
            "{\"hostId\":\"h\"}",
            "{\"hostId\":\"h\",\"runId\":\"\"}",
            "{\"hostId\":\"h h\",\"runId\":\"r\"}",
            "{\"hostId\":\"h\",\"runId\":7}",
            "{\"hostId\":\"h\",\"runId\":\"r\",\"wellKnownUrl\":\"file:///etc/passwd\"}",
            "{\"hostId\":\"h\",\"runId\":\"r\",\"wellKnownUrl\":\"https://a:b@c.example/\"}",
            "{\"hostId\":\"h\",\"runId\":\"r\",\"workflowId\":\"wf_1\"}",
            "{\"hostId\":\"h\",\"runId\":\"r\",\"receipt\":\"sha256:1\"}",
            "{\"hostId\":\"" + "h".repeat(5_000) + "\",\"runId\":\"r\"}"
        }) {
            assertThatThrownBy(() ->
                            Carried.ofHeaders(name -> Optional.of(bad).filter(_ -> name.equals(Carried.PARENT_HEADER))))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Carried.ofMcp(JsonObject.EMPTY.with(Carried.PARENT, new JsonString("x"))))
                .hasMessageContaining("expected an object");
    }
}

package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Code;
import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class McpCarrierTest {

    private static final Receipt RECEIPT = Issued.any();
    private static final Receipt OTHER = Issued.receipt(2, Issued.context("B").build());
    private static final McpCarrier CARRIER = McpCarrier.of(ReceiptCarrier.embed(RECEIPT));
    private static final String PREFIX = "org.peacprotocol/";

    @Test
    void whatIsAttachedIsReadBack() {
        Seeds.check(200, random -> {
            var carrier = new McpCarrier(
                    random.nextBoolean()
                            ? ReceiptCarrier.embed(RECEIPT)
                            : ReceiptCarrier.reference(RECEIPT.ref(), "https://receipts.example.com/1"),
                    random.nextBoolean() ? RandomText.name(random) : null,
                    random.nextBoolean() ? Instant.ofEpochMilli(random.nextLong(1L << 42)) : null);
            assertThat(McpCarrier.read(carrier.attachTo(JsonObject.EMPTY))).contains(carrier);
        });
    }

    @Test
    void theKeysAreThoseOfPeac() {
        var full = new McpCarrier(
                ReceiptCarrier.embed(RECEIPT).withUrl("https://receipts.example.com/1"),
                "agent:search@example.com",
                Instant.ofEpochSecond(Issued.TIME));
        assertThat(meta(full.attachTo(JsonObject.EMPTY)).names())
                .containsExactly(
                        "org.peacprotocol/receipt_ref",
                        "org.peacprotocol/receipt_jws",
                        "org.peacprotocol/receipt_url",
                        "org.peacprotocol/agent_id",
                        "org.peacprotocol/verified_at");
    }

    @Test
    void whatOthersPutThereStays() {
        JsonObject foreign = JsonObject.builder()
                .put("com.example/trace", "t")
                .put("progressToken", 7)
                .build();
        JsonObject result = JsonObject.builder()
                .put("content", JsonArray.EMPTY)
                .put("_meta", foreign)
                .build();
        JsonObject attached = CARRIER.attachTo(result);
        assertThat(attached.get("content")).isEqualTo(JsonArray.EMPTY);
        foreign.members()
                .forEach((key, value) -> assertThat(meta(attached).get(key)).isEqualTo(value));
        assertThat(result.object("_meta")).contains(foreign);
    }

    @Test
    void aResultCarriesOneReceipt() {
        JsonObject attached = CARRIER.attachTo(JsonObject.EMPTY);
        McpCarrier second = McpCarrier.of(ReceiptCarrier.embed(OTHER));
        Refused.with(Code.E_INVALID_FORMAT, "one receipt", () -> second.attachTo(attached));
        Refused.with(
                Code.E_INVALID_FORMAT,
                "peac_receipt",
                () -> second.attachTo(
                        JsonObject.builder().put("peac_receipt", "x").build()));
        Refused.with(
                Code.E_INVALID_FORMAT,
                "agent_id",
                () -> second.attachTo(withMeta("agent_id", new JsonString("agent:other"))));
    }

    @Test
    void bothOlderPlacesAreRead() {
        JsonObject inMeta = withMeta("receipt", new JsonString(RECEIPT.compact()));
        JsonObject onTop =
                JsonObject.builder().put("peac_receipt", RECEIPT.compact()).build();
        assertThat(McpCarrier.read(inMeta)).contains(CARRIER);
        assertThat(McpCarrier.read(onTop)).contains(CARRIER);
        assertThat(McpCarrier.read(
                        CARRIER.attachTo(JsonObject.EMPTY).with("peac_receipt", new JsonString(RECEIPT.compact()))))
                .contains(CARRIER);
    }

    @Test
    void twoReceiptsInTwoPlacesAreRefused() {
        JsonObject both = CARRIER.attachTo(JsonObject.EMPTY).with("peac_receipt", new JsonString(OTHER.compact()));
        Refused.with(Code.E_INVALID_FORMAT, OTHER.ref().toString(), () -> McpCarrier.read(both));
    }

    @Test
    void aResultWithoutReceiptGivesNone() {
        assertThat(McpCarrier.read(JsonObject.EMPTY)).isEmpty();
        assertThat(McpCarrier.read(withMeta("other", JsonNumber.of(1)))).isEmpty();
    }

    @Test
    void wrongKindsAreRefused() {
        Refused.with(
                Code.E_INVALID_FORMAT,
                "_meta",
                () -> McpCarrier.read(JsonObject.builder().put("_meta", "x").build()));
        for (String key : List.of("receipt_jws", "receipt_url", "agent_id", "verified_at", "receipt")) {
            JsonObject meta = meta(CARRIER.attachTo(JsonObject.EMPTY)).with(PREFIX + key, JsonNumber.of(1));
            JsonObject result = JsonObject.builder().put("_meta", meta).build();
            Refused.with(Code.E_INVALID_FORMAT, key, () -> McpCarrier.read(result));
        }
        Refused.with(
                Code.E_INVALID_FORMAT,
                "receipt_ref",
                () -> McpCarrier.read(withMeta("receipt_jws", new JsonString(RECEIPT.compact()))));
        JsonObject yesterday =
                meta(CARRIER.attachTo(JsonObject.EMPTY)).with(PREFIX + "verified_at", new JsonString("yesterday"));
        Refused.with(
                Code.E_INVALID_FORMAT,
                "yesterday",
                () -> McpCarrier.read(
                        JsonObject.builder().put("_meta", yesterday).build()));
    }

    @Test
    void sixtyFourKilobytesAreTheLimit() {
        int frame = ReceiptCarrier.embed("a.b.c").toJson().toString().length() - 1;
        ReceiptCarrier largest = ReceiptCarrier.embed("a.b." + "c".repeat(65_536 - frame));
        ReceiptCarrier tooLarge = ReceiptCarrier.embed("a.b." + "c".repeat(65_537 - frame));
        assertThat(McpCarrier.read(McpCarrier.of(largest).attachTo(JsonObject.EMPTY)))
                .isPresent();
        Refused.with(Code.E_CONSTRAINT_VIOLATION, "65536", () -> McpCarrier.of(tooLarge));
        JsonObject hostile = JsonObject.builder()
                .put("peac_receipt", String.valueOf(tooLarge.receiptJws()))
                .build();
        Refused.with(Code.E_CONSTRAINT_VIOLATION, "65536", () -> McpCarrier.read(hostile));
    }

    @Test
    void keysOfMcpItselfAreGuarded() {
        for (String reserved : List.of("io.modelcontextprotocol/data", "dev.mcp/x", "dev.MCP/x", "a.mcp.b/x")) {
            assertThat(McpMeta.isReserved(reserved)).isTrue();
            Refused.with(
                    Code.E_INVALID_FORMAT,
                    "second label",
                    () -> McpMeta.put(JsonObject.EMPTY, reserved, JsonNumber.of(1)));
        }
        for (String free : List.of("com.example.mcp/x", "org.peacprotocol/receipt_ref", "mcp", "mcp/x", "/x")) {
            assertThat(McpMeta.isReserved(free)).isFalse();
        }
        JsonObject once = McpMeta.put(JsonObject.EMPTY, "com.example/x", JsonNumber.of(1));
        assertThat(McpMeta.put(once, "com.example/x", JsonNumber.of(1))).isEqualTo(once);
        Refused.with(
                Code.E_INVALID_FORMAT, "not overwritten", () -> McpMeta.put(once, "com.example/x", JsonNumber.of(2)));
    }

    private static JsonObject meta(JsonObject result) {
        return result.object("_meta").orElseThrow();
    }

    private static JsonObject withMeta(String key, dev.waybill.base.json.JsonValue value) {
        JsonObject meta = JsonObject.builder().put(PREFIX + key, value).build();
        return JsonObject.builder().put("_meta", meta).build();
    }
}

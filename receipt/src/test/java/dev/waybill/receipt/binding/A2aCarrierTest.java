package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

class A2aCarrierTest {

    private static final Receipt RECEIPT = Issued.any();
    private static final ReceiptCarrier EMBEDDED = ReceiptCarrier.embed(RECEIPT);
    private static final ReceiptCarrier SECOND = ReceiptCarrier.reference(
            Issued.receipt(2, Issued.context("B").build()).ref(), "https://receipts.example.com/2");
    private static final JsonObject STATUS =
            JsonObject.builder().put("state", "TASK_STATE_COMPLETED").build();

    @Test
    void theLimitThatTheOtherSideStatesIsKept() {
        JsonObject meta = JsonObject.builder().put("max_size", 300).build();
        JsonObject reference = A2aCarrier.of(
                        ReceiptCarrier.reference(Issued.any().ref(), "https://r.example/1"))
                .attachTo(JsonObject.EMPTY);
        JsonObject stated = reference.with(
                "metadata",
                JsonObject.builder()
                        .put(
                                A2aCarrier.EXTENSION_URI,
                                reference
                                        .object("metadata")
                                        .flatMap(metadata -> metadata.object(A2aCarrier.EXTENSION_URI))
                                        .orElseThrow()
                                        .with("meta", meta))
                        .build());
        assertThat(A2aCarrier.read(stated)).isPresent();
        Refused.with(
                Code.E_CONSTRAINT_VIOLATION,
                "300",
                () -> A2aCarrier.of(ReceiptCarrier.embed(
                                Issued.receipt(2, Issued.context("B").build())))
                        .attachTo(stated));
        assertThat(A2aCarrier.of(ReceiptCarrier.reference(
                                Issued.receipt(2, Issued.context("B").build()).ref(), "https://r.example/2"))
                        .attachTo(stated)
                        .toString())
                .contains("\"max_size\":300");
    }

    @Test
    void receiptsAreAttachedInTheShapeOfTheExtension() {
        JsonObject attached = A2aCarrier.of(EMBEDDED).attachTo(STATUS);
        JsonObject payload = payload(attached);
        assertThat(payload.array("carriers")).contains(JsonArray.of(EMBEDDED.toJson()));
        assertThat(payload.object("meta"))
                .contains(JsonObject.builder()
                        .put("transport", "a2a")
                        .put("format", "embed")
                        .put("max_size", 65_536)
                        .build());
        assertThat(attached.string("state")).contains("TASK_STATE_COMPLETED");
        assertThat(A2aCarrier.read(attached)).contains(A2aCarrier.of(EMBEDDED));
    }

    @Test
    void referencesAloneAreSaidToBeReferences() {
        JsonObject payload = payload(A2aCarrier.of(SECOND).attachTo(STATUS));
        assertThat(payload.object("meta").orElseThrow().string("format")).contains("reference");
    }

    @Test
    void attachingAgainAddsAndKeepsWhatIsThere() {
        JsonObject foreign = STATUS.with(
                "metadata",
                JsonObject.builder().put("https://other.example/ext", 1).build());
        JsonObject once = A2aCarrier.of(EMBEDDED).attachTo(foreign);
        JsonObject twice = A2aCarrier.of(SECOND, EMBEDDED).attachTo(once);
        assertThat(A2aCarrier.read(twice).orElseThrow().carriers()).containsExactly(EMBEDDED, SECOND);
        assertThat(twice.object("metadata").orElseThrow().get("https://other.example/ext"))
                .isEqualTo(JsonNumber.of(1));
    }

    @Test
    void aPartWithoutReceiptsGivesNone() {
        assertThat(A2aCarrier.read(STATUS)).isEmpty();
        assertThat(A2aCarrier.read(STATUS.with("metadata", JsonObject.EMPTY))).isEmpty();
    }

    @Test
    void wrongKindsAndChangedReceiptsAreRefused() {
        Refused.with(
                Code.E_INVALID_FORMAT, "metadata", () -> A2aCarrier.read(STATUS.with("metadata", JsonArray.EMPTY)));
        for (JsonValue bad : List.of(
                new JsonString("x"),
                JsonObject.EMPTY,
                carriers(JsonNumber.of(1)),
                carriers(JsonArray.EMPTY),
                carriers(JsonArray.of(new JsonString(RECEIPT.compact()))),
                carriers(JsonArray.of(EMBEDDED.toJson()
                        .with("receipt_ref", SECOND.receiptRef().toString()))),
                carriers(JsonArray.of(EMBEDDED.toJson())).with("meta", 1))) {
            JsonObject metadata =
                    JsonObject.builder().put(A2aCarrier.EXTENSION_URI, bad).build();
            Refused.with(Code.E_INVALID_FORMAT, "expected", () -> A2aCarrier.read(STATUS.with("metadata", metadata)));
        }
    }

    @Test
    void sixtyFourKilobytesAreTheLimit() {
        ReceiptCarrier tooLarge = ReceiptCarrier.embed("a.b." + "c".repeat(65_536));
        Refused.with(Code.E_CONSTRAINT_VIOLATION, "65536", () -> A2aCarrier.of(tooLarge));
    }

    @Test
    void anAgentCardDeclaresTheExtensionOnce() {
        JsonObject other =
                JsonObject.builder().put("uri", "https://other.example/ext").build();
        JsonObject card = JsonObject.builder()
                .put("name", "billing")
                .put(
                        "capabilities",
                        JsonObject.builder()
                                .put("streaming", true)
                                .put("extensions", JsonArray.of(other))
                                .build())
                .build();
        JsonObject entry = A2aExtension.agentCardEntry(false, "https://a.example/.well-known/peac-issuer.json");
        JsonObject declared = A2aExtension.declareIn(A2aExtension.declareIn(card, entry), entry);
        assertThat(declared.object("capabilities").orElseThrow().array("extensions"))
                .contains(JsonArray.of(other, entry));
        assertThat(A2aExtension.isDeclaredIn(declared)).isTrue();
        assertThat(A2aExtension.isDeclaredIn(card)).isFalse();
        assertThat(A2aExtension.isDeclaredIn(JsonObject.EMPTY)).isFalse();
        assertThat(A2aExtension.isDeclaredIn(A2aExtension.declareIn(JsonObject.EMPTY, entry)))
                .isTrue();
        assertThat(entry.string("uri")).contains("https://www.peacprotocol.org/ext/traceability/v1");
    }

    @Test
    void anAgentCardOfAnotherShapeIsRefused() {
        JsonObject entry = A2aExtension.agentCardEntry(true, null);
        JsonObject bad = JsonObject.builder().put("capabilities", "all").build();
        JsonObject worse = JsonObject.builder()
                .put(
                        "capabilities",
                        JsonObject.builder().put("extensions", "all").build())
                .build();
        Refused.with(Code.E_INVALID_FORMAT, "capabilities", () -> A2aExtension.declareIn(bad, entry));
        Refused.with(Code.E_INVALID_FORMAT, "extensions", () -> A2aExtension.declareIn(worse, entry));
        Refused.with(
                Code.E_INVALID_FORMAT,
                "issuer_config_url",
                () -> A2aExtension.agentCardEntry(true, "http://a.example"));
    }

    @Test
    void theHeaderNamesTheExtensionBesideOthers() {
        assertThat(A2aExtension.header("")).isEqualTo(A2aCarrier.EXTENSION_URI);
        String both = A2aExtension.header("https://other.example/ext");
        assertThat(both).isEqualTo("https://other.example/ext, " + A2aCarrier.EXTENSION_URI);
        assertThat(A2aExtension.header(both)).isEqualTo(both);
        assertThat(A2aExtension.isUsedIn(both)).isTrue();
        assertThat(A2aExtension.isUsedIn("https://other.example/ext,")).isFalse();
    }

    private static JsonObject carriers(JsonValue carriers) {
        return JsonObject.builder().put("carriers", carriers).build();
    }

    private static JsonObject payload(JsonObject part) {
        return part.object("metadata")
                .flatMap(metadata -> metadata.object(A2aCarrier.EXTENSION_URI))
                .orElseThrow();
    }
}

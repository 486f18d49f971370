package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Code;
import dev.waybill.testkit.Seeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CarrierTest {

    private static final Receipt RECEIPT = Issued.any();
    private static final ReceiptCarrier CARRIER = ReceiptCarrier.embed(RECEIPT);
    private static final Digest OTHER = Digest.of(new byte[] {1});

    @Test
    void whatIsWrittenIsReadBack() {
        Seeds.check(200, random -> {
            Map<String, String> references = new LinkedHashMap<>();
            for (String name : List.of("attestation_ref", "request_nonce", "policy_binding")) {
                if (random.nextBoolean()) {
                    references.put(name, RandomText.name(random));
                }
            }
            var carrier = new ReceiptCarrier(
                    RECEIPT.ref(),
                    random.nextBoolean() ? RECEIPT.compact() : null,
                    random.nextBoolean() ? "https://receipts.example.com/" + random.nextInt(9) : null,
                    references);
            assertThat(ReceiptCarrier.parse(carrier.toJson())).isEqualTo(carrier);
        });
    }

    @Test
    void aReferenceThatIsNotTheReceiptsDigestIsRefused() {
        JsonObject changed = CARRIER.toJson().with("receipt_ref", OTHER.toString());
        Refused.with(Code.E_INVALID_FORMAT, RECEIPT.ref().toString(), () -> ReceiptCarrier.parse(changed));
    }

    @Test
    void everyChangedLetterOfTheReceiptIsNoticed() {
        String jws = RECEIPT.compact();
        Seeds.check(300, random -> {
            int at = random.nextInt(jws.length());
            char other = jws.charAt(at) == 'A' ? 'B' : 'A';
            String changed = jws.substring(0, at) + other + jws.substring(at + 1);
            JsonObject json = CARRIER.toJson().with("receipt_jws", changed);
            Refused.with(Code.E_INVALID_FORMAT, "expected", () -> ReceiptCarrier.parse(json));
        });
    }

    @Test
    void theReferenceMustBeThereInItsOneSpelling() {
        String hex = RECEIPT.ref().hex();
        for (JsonValue bad : List.of(
                JsonNumber.of(1),
                new JsonString(""),
                new JsonString(hex),
                new JsonString("sha256:" + hex.toUpperCase(java.util.Locale.ROOT)),
                new JsonString("sha256:" + hex + "\n"))) {
            JsonObject json = CARRIER.toJson().with("receipt_ref", bad);
            Refused.with(Code.E_INVALID_FORMAT, "receipt_ref", () -> ReceiptCarrier.parse(json));
        }
        Refused.with(
                Code.E_INVALID_FORMAT,
                "receipt_ref",
                () -> ReceiptCarrier.parse(CARRIER.toJson().without("receipt_ref")));
        Refused.with(Code.E_INVALID_FORMAT, "object", () -> ReceiptCarrier.parse(JsonArray.EMPTY));
    }

    @Test
    void whatIsNoCompactJwsIsRefused() {
        for (String bad : List.of("", "a", "a.b", "a.b.c.d", ".b.c", "a..c", "a.b.", "a.b.c=", "a.b.c\n", "a.b+.c")) {
            Refused.with(Code.E_INVALID_FORMAT, "compact JWS", () -> ReceiptCarrier.embed(bad));
        }
        String huge = "a.b." + "c".repeat(262_144);
        Refused.with(Code.E_CONSTRAINT_VIOLATION, "262144", () -> ReceiptCarrier.embed(huge));
    }

    @Test
    void aUrlIsHttpsShortAndWithoutPassword() {
        String prefix = "https://receipts.example.com/";
        assertThat(CARRIER.withUrl(prefix + "x".repeat(2048 - prefix.length())).receiptUrl())
                .hasSize(2048);
        for (String bad : List.of(
                "http://receipts.example.com",
                "https://u@receipts.example.com",
                "https://",
                "https://:443/",
                "https:receipts",
                "javascript:alert(1)",
                "https://a/\r\nX: y",
                "https://a/ä",
                prefix + "x".repeat(2049 - prefix.length()))) {
            Refused.with(Code.E_INVALID_FORMAT, "receipt_url", () -> CARRIER.withUrl(bad));
        }
    }

    @Test
    void otherMembersAreReadPastButNotWritten() {
        JsonObject json = CARRIER.toJson().with("later", 1);
        assertThat(ReceiptCarrier.parse(json)).isEqualTo(CARRIER);
        Map<String, String> unknown = new LinkedHashMap<>();
        unknown.put("later", "1");
        Refused.with(Code.E_INVALID_FORMAT, "later", () -> new ReceiptCarrier(RECEIPT.ref(), null, null, unknown));
    }
}

package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Seeds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpCarrierTest {

    private static final Receipt RECEIPT = Issued.any();
    private static final ReceiptCarrier CARRIER = ReceiptCarrier.embed(RECEIPT);
    private static final String URL = "https://receipts.example.com/a,b;c";

    @Test
    void aReceiptThatFitsTravelsInItsHeader() {
        Map<String, String> headers = HttpCarrier.headers(CARRIER.withUrl(URL));
        assertThat(headers).containsOnlyKeys("PEAC-Receipt", "Vary", "PEAC-Receipt-URL");
        assertThat(headers).containsEntry("Vary", "PEAC-Receipt").containsEntry("PEAC-Receipt", RECEIPT.compact());
        assertThat(HttpCarrier.read(lists(headers))).contains(CARRIER.withUrl(URL));
        assertThat(HttpCarrier.read(lists(HttpCarrier.headers(CARRIER)))).contains(CARRIER);
    }

    @Test
    void aLargerOneTravelsAsPointer() {
        ReceiptCarrier largest = ReceiptCarrier.embed("a.b." + "c".repeat(8_192 - 4));
        ReceiptCarrier larger = ReceiptCarrier.embed("a.b." + "c".repeat(8_193 - 4));
        assertThat(HttpCarrier.headers(largest)).containsKey("PEAC-Receipt");
        Refused.with(Code.E_CONSTRAINT_VIOLATION, "8192", () -> HttpCarrier.headers(larger));
        Map<String, String> headers = HttpCarrier.headers(larger.withUrl(URL));
        assertThat(headers)
                .containsOnlyKeys("PEAC-Receipt-Pointer")
                .containsEntry(
                        "PEAC-Receipt-Pointer",
                        "sha256=\"" + larger.receiptRef().hex() + "\", url=\"" + URL + "\"");
        assertThat(HttpCarrier.read(lists(headers))).contains(ReceiptCarrier.reference(larger.receiptRef(), URL));
    }

    @Test
    void aBareReferenceCannotTravel() {
        var bare = new ReceiptCarrier(RECEIPT.ref(), null, null, new LinkedHashMap<>());
        Refused.with(Code.E_INVALID_FORMAT, "only its reference", () -> HttpCarrier.headers(bare));
    }

    @Test
    void headerNamesHaveNoCase() {
        assertThat(HttpCarrier.read(header("peac-receipt", RECEIPT.compact()))).contains(CARRIER);
        assertThat(HttpCarrier.read(header("Other", "x"))).isEmpty();
    }

    @Test
    void aHeaderThatOccursTwiceIsRefusedAndNeverSplit() {
        Map<String, List<String>> twice = new LinkedHashMap<>();
        twice.put("PEAC-Receipt", List.of(RECEIPT.compact(), RECEIPT.compact()));
        Refused.with(Code.E_INVALID_FORMAT, "several", () -> HttpCarrier.read(twice));
        Map<String, List<String>> cases = header("PEAC-Receipt", RECEIPT.compact());
        cases.put("peac-receipt", List.of(RECEIPT.compact()));
        Refused.with(Code.E_INVALID_FORMAT, "several", () -> HttpCarrier.read(cases));
        String joined = RECEIPT.compact() + ", " + RECEIPT.compact();
        Refused.with(Code.E_INVALID_FORMAT, "compact JWS", () -> HttpCarrier.read(header("PEAC-Receipt", joined)));
    }

    @Test
    void anOversizeHeaderIsRefused() {
        for (String name : List.of("PEAC-Receipt", "PEAC-Receipt-Pointer", "PEAC-Receipt-URL")) {
            Refused.with(Code.E_CONSTRAINT_VIOLATION, name, () -> HttpCarrier.read(header(name, "x".repeat(8_193))));
        }
    }

    @Test
    void receiptAndPointerMustAgree() {
        Map<String, List<String>> headers = header("PEAC-Receipt", RECEIPT.compact());
        headers.put("PEAC-Receipt-Pointer", List.of(new ReceiptPointer(RECEIPT.ref(), URL).encode()));
        assertThat(HttpCarrier.read(headers)).contains(CARRIER.withUrl(URL));
        headers.put("PEAC-Receipt-Pointer", List.of(new ReceiptPointer(Digest.of(new byte[0]), URL).encode()));
        Refused.with(Code.E_INVALID_FORMAT, "points to", () -> HttpCarrier.read(headers));
    }

    @Test
    void aPointerIsADictionaryOfTwoStrings() {
        String hex = RECEIPT.ref().hex();
        assertThat(ReceiptPointer.parse(" url=\"" + URL + "\" ,\tsha256=\"" + hex + "\" "))
                .isEqualTo(new ReceiptPointer(RECEIPT.ref(), URL));
        assertThat(ReceiptPointer.parse("sha256=\"" + hex + "\",url=\"https://a.example/\\\\\"".replace("\\\\", "")))
                .isEqualTo(new ReceiptPointer(RECEIPT.ref(), "https://a.example/"));
        for (String bad : List.of(
                "",
                ",",
                "sha256",
                "sha256=\"" + hex + "\"",
                "sha256=\"" + hex + "\", url=\"" + URL,
                "sha256=\"" + hex + "\", url=" + URL,
                "sha256=\"" + hex + "\", url=\"" + URL + "\",",
                "sha256=\"" + hex + "\", url=\"" + URL + "\";q=1",
                "sha256=\"" + hex + "\", url=\"" + URL + "\", url=\"" + URL + "\"",
                "sha256=\"" + hex + "\", url=\"" + URL + "\", x=\"y\"",
                "sha256=\"" + hex.substring(1) + "\", url=\"" + URL + "\"",
                "sha256=\"" + hex + "\", url=\"http://a.example\"",
                "sha256=\"" + hex + "\", url=\"https://a.example/\\\"\"")) {
            Refused.with(Code.E_INVALID_FORMAT, "expected", () -> ReceiptPointer.parse(bad));
        }
    }

    @Test
    void noPointerTextMakesTheParserFailInAnotherWay() {
        String valid = new ReceiptPointer(RECEIPT.ref(), URL).encode();
        Seeds.check(500, random -> {
            var text = new StringBuilder(valid);
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.deleteCharAt(at);
                } else {
                    text.setCharAt(at, "\"\\=,; ax".charAt(random.nextInt(8)));
                }
            }
            try {
                assertThat(ReceiptPointer.parse(text.toString()).url()).startsWith("https://");
            } catch (Rejected rejected) {
                assertThat(rejected.code()).isEqualTo(Code.E_INVALID_FORMAT);
            }
        });
    }

    @Test
    void aBodyCarriesOneOrMany() {
        String second = Issued.receipt(2, Issued.context("B").build()).compact();
        JsonObject one = HttpCarrier.body(JsonNumber.of(1), List.of(RECEIPT.compact()));
        JsonObject many = HttpCarrier.body(JsonNumber.of(1), List.of(RECEIPT.compact(), second));
        assertThat(one.names()).containsExactly("data", "peac_receipt");
        assertThat(many.names()).containsExactly("data", "peac_receipts");
        assertThat(HttpCarrier.readBody(one)).containsExactly(CARRIER);
        assertThat(HttpCarrier.readBody(many)).containsExactly(CARRIER, ReceiptCarrier.embed(second));
        assertThat(HttpCarrier.readBody(JsonObject.EMPTY)).isEmpty();
    }

    @Test
    void aBodyOfAnotherShapeIsRefused() {
        Refused.with(Code.E_INVALID_FORMAT, "JWS", () -> HttpCarrier.body(JsonNumber.of(1), List.of("x")));
        for (JsonObject bad : List.of(
                JsonObject.builder().put("peac_receipt", 1).build(),
                JsonObject.builder().put("peac_receipts", "x").build(),
                JsonObject.builder()
                        .put("peac_receipts", JsonArray.of(JsonNumber.of(1)))
                        .build(),
                JsonObject.builder()
                        .put("peac_receipts", JsonArray.of(new JsonString("x")))
                        .build())) {
            Refused.with(Code.E_INVALID_FORMAT, "expected", () -> HttpCarrier.readBody(bad));
        }
    }

    private static Map<String, List<String>> header(String name, String value) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put(name, List.of(value));
        return headers;
    }

    private static Map<String, List<String>> lists(Map<String, String> headers) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return lists;
    }
}

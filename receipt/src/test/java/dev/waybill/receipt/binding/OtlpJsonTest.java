package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtlpJsonTest {

    private static final JsonObject NONE = JsonObject.EMPTY;
    private static final Span SPAN = new Span(
            "5b8efff798038103d269b633813fc60c",
            "eee19b7ec3c1b174",
            "eee19b7ec3c1b173",
            "web_search",
            Span.Kind.INTERNAL,
            "https://a.example",
            "mcp",
            1_544_712_660_000_000_000L,
            1_544_712_661_000_000_000L,
            JsonObject.builder()
                    .put("text", "x")
                    .put("flag", true)
                    .put("count", 3)
                    .build(),
            List.of(new Span.Event(1_544_712_660_500_000_000L, "peac.receipt.issued", NONE)),
            List.of(new Span.Link("5b8efff798038103d269b633813fc60d", "eee19b7ec3c1b175", NONE)),
            Span.Status.error("TIMEOUT: no answer"));

    @Test
    void idsAreHexadecimalLongsAreStringsAndEnumsAreNumbers() {
        String expected = """
                {"resourceSpans": [{
                  "resource": {"attributes": [
                    {"key": "service.name", "value": {"stringValue": "https://a.example"}}]},
                  "scopeSpans": [{
                    "scope": {"name": "mcp"},
                    "spans": [{
                      "traceId": "5b8efff798038103d269b633813fc60c",
                      "spanId": "eee19b7ec3c1b174",
                      "parentSpanId": "eee19b7ec3c1b173",
                      "name": "web_search",
                      "kind": 1,
                      "startTimeUnixNano": "1544712660000000000",
                      "endTimeUnixNano": "1544712661000000000",
                      "attributes": [
                        {"key": "text", "value": {"stringValue": "x"}},
                        {"key": "flag", "value": {"boolValue": true}},
                        {"key": "count", "value": {"intValue": "3"}}],
                      "events": [{"timeUnixNano": "1544712660500000000", "name": "peac.receipt.issued",
                        "attributes": []}],
                      "links": [{"traceId": "5b8efff798038103d269b633813fc60d", "spanId": "eee19b7ec3c1b175",
                        "attributes": []}],
                      "status": {"message": "TIMEOUT: no answer", "code": 2}}]}]}]}
                """;
        assertThat(OtlpJson.traces(List.of(SPAN)))
                .isEqualTo(JsonReader.read(expected.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
    }

    @Test
    void spansAreGroupedByIssuerAndFramework() {
        Span elsewhere = span("https://b.example", "mcp");
        Span otherScope = span("https://a.example", "a2a");
        JsonArray resources = OtlpJson.traces(List.of(SPAN, elsewhere, otherScope))
                .array("resourceSpans")
                .orElseThrow();
        assertThat(resources.size()).isEqualTo(2);
        assertThat(resources
                        .get(0)
                        .asObject()
                        .orElseThrow()
                        .array("scopeSpans")
                        .orElseThrow()
                        .size())
                .isEqualTo(2);
    }

    @Test
    void whatIsAbsentIsLeftOut() {
        String json = OtlpJson.traces(List.of(span("https://a.example", "mcp"))).toString();
        assertThat(json)
                .doesNotContain("parentSpanId", "links", "events", "code")
                .contains("\"status\":{}");
    }

    @Test
    void anAttributeOfAnotherKindIsRefused() {
        assertThat(OtlpJson.value(new JsonString("x")).names()).containsExactly("stringValue");
        assertThat(OtlpJson.value(JsonBool.of(true)).names()).containsExactly("boolValue");
        assertThat(OtlpJson.value(JsonNumber.of(1)).get("intValue")).isEqualTo(new JsonString("1"));
        assertThat(OtlpJson.value(JsonArray.ofStrings(List.of("a", "b"))).toString())
                .isEqualTo("{\"arrayValue\":{\"values\":[{\"stringValue\":\"a\"},{\"stringValue\":\"b\"}]}}");
        assertThatIllegalArgumentException().isThrownBy(() -> OtlpJson.value(JsonObject.EMPTY));
        assertThatIllegalArgumentException().isThrownBy(() -> OtlpJson.value(new JsonArray(List.of(JsonNumber.of(1)))));
    }

    private static Span span(String issuer, String scope) {
        return new Span(
                SPAN.traceId(),
                SPAN.spanId(),
                null,
                "n",
                Span.Kind.INTERNAL,
                issuer,
                scope,
                1,
                1,
                NONE,
                List.of(),
                List.of(),
                Span.Status.UNSET);
    }
}

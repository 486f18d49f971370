package dev.waybill.agents.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// OpenWOP's semantic key of a request: its official vectors, and what must not change it.
class SemanticKeyTest {

    private static final String HELLO = "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
    private static final String BASE = "c92498949e9cc0e38bb2887e88e55b6936932e219b8344f0a7059b1de960073d";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "c92498949e9cc0e38bb2887e88e55b6936932e219b8344f0a7059b1de960073d|HELLO",
                "2103c61f7b0e1e05c6535e562f52335649beae49e266b8264e60bc93c169dd87|HELLO,\"stop\":[\"END\"]",
                "fb942dce9de88688c89d048499f4a4e5a19427775da08d0d5a7ad709c10b42d0|HELLO,\"seed\":7",
                "96f74b752619868e3b7fad15f093c03b86b223974ea3e2b89a1831d22a4845ad|HELLO,\"maxOutputTokens\":256",
                "afb590dd7bf6c78915852e15318fd4c9d6d6e0d473288283f413e5e425ba0cd6|HELLO,\"tools\":[{\"name\":\"zeta\",\"parameters\":{}},{\"name\":\"alpha\",\"parameters\":{}}]",
                "afb590dd7bf6c78915852e15318fd4c9d6d6e0d473288283f413e5e425ba0cd6|HELLO,\"tools\":[{\"name\":\"alpha\",\"parameters\":{}},{\"name\":\"zeta\",\"parameters\":{}}]",
                "8ddc711c24f17c75efa8fd61e4060573461973ed0ae3fc79c056533d6bb1d0d0|HELLO,\"tools\":[{\"name\":\"get_weather\",\"parameters\":{}},{\"name\":\"getWeather\",\"parameters\":{}}]",
                "06eb9873af60fb5c98222161bafdaec8f13a0f59b7b2c62a608a82a09520a74a|\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}]",
                "896b9d814f5d9fe5da72fa50e2d2ea9751d9e2b78da324729dcfbd3c8bb09109|\"messages\":[{\"role\":\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"a\"}]",
                "fa34555d16eb6fedb2c587a4c4ac7e2cbeec8d0e8be0299b60910fe79c4055bf|HELLO,\"providerOptions\":{\"vendor.anthropic.reasoningEffort\":\"high\"}",
                "7365573baec75c4eeda16eed9d60a17aa18cd44871f652d7dd25e602941956e9|\"messages\":[{\"role\":\"user\",\"content\":\"e\\u0301\"}]",
                "a4a0d2077fa984fe50411e671a77ee4cdab81911cf6bffe33b4f680c696b01af|\"messages\":[{\"role\":\"user\",\"content\":\"\\u00e9\"}]"
            })
    void theOfficialVectorsHold(String digest, String members) {
        assertThat(SemanticKey.of(given(members.replace("HELLO", HELLO)))).isEqualTo(digest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"stream\":true",
                "\"metadata\":{\"a\":1}",
                "\"user\":\"u\"",
                "\"x-request-id\":\"1\"",
                "\"traceparent\":\"00-1\"",
                "\"tenantId\":\"t\"",
                "\"timeoutMs\":5"
            })
    void whatOnlyConcernsTheTransportChangesNothing(String member) {
        assertThat(SemanticKey.of(given(HELLO + "," + member))).isEqualTo(BASE);
    }

    @Test
    void aRequestOfThePortHasTheSameKeyAsItsJson() {
        ModelRequest hello = ModelRequest.of("claude-x", ModelMessage.user("hello"));

        assertThat(SemanticKey.of("anthropic", hello)).isEqualTo(BASE);
        assertThat(SemanticKey.of("anthropic", hello.sampled(Sampling.USUAL.stop(List.of("END")))))
                .isEqualTo("2103c61f7b0e1e05c6535e562f52335649beae49e266b8264e60bc93c169dd87");
        assertThat(SemanticKey.of("anthropic", hello.sampled(Sampling.USUAL.maxOutputTokens(256L))))
                .isEqualTo("96f74b752619868e3b7fad15f093c03b86b223974ea3e2b89a1831d22a4845ad");
        assertThat(SemanticKey.of(
                        "anthropic",
                        hello.withTools(List.of(
                                new ModelTool("zeta", null, JsonObject.EMPTY),
                                new ModelTool("alpha", null, JsonObject.EMPTY)))))
                .isEqualTo("afb590dd7bf6c78915852e15318fd4c9d6d6e0d473288283f413e5e425ba0cd6");
    }

    @Test
    void everythingThatMayChangeTheAnswerChangesTheKey() {
        ModelRequest hello = ModelRequest.of("claude-x", ModelMessage.user("hello"));
        List<ModelRequest> others = List.of(
                hello.withModel("claude-y"),
                hello.sampled(Sampling.USUAL.temperature(new JsonNumber("0.5"))),
                hello.choosing(ToolChoice.NONE),
                hello.answering(new ResponseFormat(JsonObject.EMPTY)),
                hello.guarded(JsonObject.EMPTY),
                hello.and(ModelMessage.assistant("hi")));

        assertThat(others)
                .extracting(other -> SemanticKey.of("anthropic", other))
                .doesNotHaveDuplicates()
                .doesNotContain(BASE);
        assertThat(SemanticKey.of("openai", hello)).isNotEqualTo(BASE);
    }

    private static JsonObject given(String members) {
        return JsonReader.read(
                        "{\"provider\":\"anthropic\",\"model\":\"claude-x\"," + members + "}", JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }
}

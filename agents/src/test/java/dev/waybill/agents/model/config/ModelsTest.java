package dev.waybill.agents.model.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.agents.Outside;
import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.model.wire.FakeProvider;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// `agents.models`.
class ModelsTest {

    private static final String TWO = """
            {"a": {"wire": "anthropic", "key": "env:A", "models": {
               "big": {"classes": ["reasoning"], "price": {"input": 3, "output": 15, "cached": 0.3}}}},
             "b": {"wire": "openai-chat", "models": {"small": {"classes": ["general", "writing"]}}}}""";

    @Test
    void aKeyInTheConfigurationIsRefusedWithoutRepeatingIt() {
        assertThatThrownBy(() -> models("{\"a\":{\"wire\":\"anthropic\",\"key\":\"sk-live-1234567\"}}"))
                .isInstanceOf(BadModels.class)
                .hasMessageContaining("env:NAME")
                .hasMessageNotContaining("sk-live");
        assertThatThrownBy(() -> models("{\"a\":{\"wire\":\"anthropic\",\"tenants\":{\"t\":\"sk-live-1234567\"}}}"))
                .hasMessageNotContaining("sk-live");
        assertThatThrownBy(() -> models(
                        "{\"a\":{\"wire\":\"anthropic\",\"headers\":{\"Authorization\":\"Bearer sk-live-1234567\"}}}"))
                .hasMessageNotContaining("sk-live");
    }

    @Test
    void whatNobodyKnowsIsRefused() {
        assertThatThrownBy(() -> models("{\"a\":{\"wire\":\"telex\"}}")).hasMessageContaining("openai-chat");
        assertThatThrownBy(() -> models("{\"anthropic\":{\"kee\":1}}")).hasMessageContaining("\"kee\"");
        assertThatThrownBy(() -> models("{\"anthropic\":{\"url\":\"nowhere\"}}"))
                .hasMessageContaining("anthropic.url");
        assertThatThrownBy(() -> models("{\"budgets\":{\"planet\":{}}}")).hasMessageContaining("planet");
    }

    @Test
    void aClassGoesToTheModelThatClaimsItElseToTheGeneralOne() {
        Models models = models(TWO);

        assertThat(models.ofClass("reasoning").model()).isEqualTo("big");
        assertThat(models.ofClass("coding").model()).isEqualTo("small");
        assertThat(models("{}").ofClass("coding").provider().name()).isEqualTo("mock");
    }

    @Test
    void twoModelsCannotClaimOneClass() {
        assertThatThrownBy(() -> models(TWO.replace("writing", "reasoning"))).hasMessageContaining("a/big");
    }

    @Test
    void whoeverStartsARunHasTheLastWord() {
        Models models = models(TWO);

        assertThat(name(models.choose("a", "big", FakeProvider.object("{\"model\":\"b/small\"}"))))
                .isEqualTo("a b/small");
        assertThat(name(models.choose(null, null, FakeProvider.object("{\"model\":\"b/small\"}"))))
                .isEqualTo("b small");
        for (String said : List.of(
                "{\"ai.provider\":\"b\",\"ai.model\":\"small\"}",
                "{\"ai\":{\"provider\":\"b\",\"model\":\"small\"}}")) {
            assertThat(name(models.choose("a", "big", FakeProvider.object(said))))
                    .isEqualTo("b small");
            assertThat(Models.isOverridden(FakeProvider.object(said))).isTrue();
        }
        assertThat(name(models.choose("a", "big", FakeProvider.object("{\"mockProvider\":{\"id\":\"x\"}}"))))
                .isEqualTo("mock big");
        assertThatThrownBy(() -> models.choose("c", "x", JsonObject.EMPTY)).isInstanceOf(NoSuchModel.class);
    }

    @Test
    void aPriceCountsWhatCameFromTheCacheApart() {
        assertThat(models(TWO).ofClass("reasoning").price().orElseThrow().of(new Usage(1_000_000, 100_000, 400_000)))
                .isEqualByComparingTo(new BigDecimal("3.42"));
    }

    @Test
    void aTenantMayHaveAKeyOfItsOwn() throws InterruptedException {
        try (FakeProvider provider = new FakeProvider()) {
            provider.answers(FakeProvider.json(401, "{}"));
            Models models = provider.models("""
                    {"p":{"wire":"openai-chat","url":"URL","key":"env:HOUSE","tenants":{"acme":"env:ACME"}}}""", reference -> "key-of-" + reference);
            ask(models, TestCall.any());
            ask(models, TestCall.any().ofTenant("acme"));

            assertThat(provider.seen())
                    .extracting(seen -> Objects.requireNonNull(seen.headers().get("Authorization"))
                            .getFirst())
                    .containsExactly("Bearer key-of-env:HOUSE", "Bearer key-of-env:ACME");
        }
    }

    private static ModelAnswer ask(Models models, TestCall call) throws InterruptedException {
        return models.provider("p")
                .orElseThrow()
                .ask(ModelRequest.of("m", ModelMessage.user("?")), new ModelCall(call));
    }

    private static String name(ModelChoice choice) {
        return choice.provider().name() + " " + choice.model();
    }

    private static Models models(String config) {
        return Models.of(new Outside(
                new Egress(EgressRules.USUAL),
                FakeProvider.object(config),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                reference -> reference));
    }
}

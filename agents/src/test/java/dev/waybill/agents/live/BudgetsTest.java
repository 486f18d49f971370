package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Until;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Budgets of runs, agents and tenants: exactly as much as allowed is allowed, and one more is a breach that the run
/// tells before it fails.
class BudgetsTest {

    private static final String TOOLS = ",'toolAllowlist':['test:weather']";
    private static final String RAIN = "{'message':'rain'}";

    /// Two turns with a tool call in between: two requests of 50 tokens each, at a dollar a token, and one call.
    private static Stage busy() {
        return new Stage(Stage.agent("writer", TOOLS))
                .priced(1_000_000)
                .says(
                        "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}}],'inputTokens':30,'outputTokens':20}",
                        "{'content':'Rain.','inputTokens':30,'outputTokens':20}");
    }

    @ParameterizedTest
    @CsvSource({
        "run, maxTokens, 100, 99, budget-tokens, 100",
        "agent, maxTokens, 100, 99, budget-tokens, 100",
        "tenant, maxTokens, 100, 99, budget-tokens, 100",
        "run, maxCostUsd, 100, 99.5, budget-cost, 100",
        "agent, maxCostUsd, 100, 99.5, budget-cost, 100",
        "tenant, maxCostUsd, 100, 99.5, budget-cost, 100",
        "run, maxCalls, 2, 1, envelopes, 2",
        "agent, maxCalls, 2, 1, envelopes, 2",
        "tenant, maxCalls, 2, 1, envelopes, 2",
        "run, maxToolCalls, 1, 0, budget-tool-calls, 1",
        "agent, maxToolCalls, 1, 0, budget-tool-calls, 1",
        "tenant, maxToolCalls, 1, 0, budget-tool-calls, 1"
    })
    void asMuchAsAllowedIsAllowedAndNoMore(
            String scope, String bound, String enough, String little, String kind, String observed)
            throws InterruptedException {
        try (Stage stage = busy().spends("{'%s':{'%s':%s}}".formatted(scope, bound, enough))) {
            Told told = stage.run("writer", RAIN);
            assertThat(told.error()).isEqualTo("none");
        }
        try (Stage stage = busy().spends("{'%s':{'%s':%s}}".formatted(scope, bound, little))) {
            Told told = stage.run("writer", RAIN);

            assertThat(told.error()).isEqualTo("budget_exhausted");
            assertThat(told.outcome()).isEqualTo("failed");
            assertThat(told.payload("cap.breached"))
                    .isEqualTo(Stage.json("{'kind':'%s','limit':%s,'observed':%s,'nodeId':'agent','scope':'%s'}"
                            .formatted(kind, little, observed, scope)));
            assertThat(told.events().stream().map(event -> event.type()))
                    .containsSubsequence("cap.breached", "node.failed", "run.failed");
        }
    }

    @Test
    void whoStartsARunMayBoundItFurther() throws InterruptedException {
        try (Stage stage = busy()) {
            assertThat(stage.rest(stage.start(Stage.ACME, stage.graph("writer"), RAIN, "{'budget':{'maxTokens':60}}"))
                            .error())
                    .isEqualTo("budget_exhausted");
        }
    }

    @Test
    void aTenantsDayIsItsOwn() throws InterruptedException {
        try (Stage stage = busy().spends("{'tenant':{'maxTokens':150}}")) {
            assertThat(stage.run("writer", RAIN).error()).isEqualTo("none");
            assertThat(stage.run("writer", RAIN).error()).isEqualTo("budget_exhausted");
            assertThat(stage.rest(stage.start(Stage.GLOBEX, stage.graph("writer"), RAIN, "{}"))
                            .error())
                    .isEqualTo("none");
        }
    }

    @ParameterizedTest
    @CsvSource({"run, 2, 1", "agent, 2, 1", "tenant, 2, 1"})
    void retriesAreBoundedToo(String scope, String enough, String little) throws InterruptedException {
        assertThat(retrying(scope, enough).error()).isEqualTo("none");
        Told told = retrying(scope, little);

        assertThat(told.error()).isEqualTo("budget_exhausted");
        assertThat(told.payload("cap.breached"))
                .isEqualTo(Stage.json("{'kind':'budget-retries','limit':1,'observed':2,'nodeId':'agent','scope':'%s'}"
                        .formatted(scope)));
    }

    /// A model that is overloaded twice.
    private static Told retrying(String scope, String most) throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", ""))
                .spends("{'%s':{'maxRetries':%s}}".formatted(scope, most))
                .knows("""
                {'id':'report','name':'Report','version':'1','nodes':[
                {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'},
                'settings':{'maxRetries':5,'retryDelayMs':1}}]}""")) {
            AtomicInteger asked = new AtomicInteger();
            stage.asks(new ModelProvider() {
                @Override
                public String name() {
                    return "test";
                }

                @Override
                public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
                    return asked.incrementAndGet() <= 2
                            ? new ModelAnswer.Failed(ModelTrouble.OVERLOADED, "busy", null)
                            : new MockModel("m", JsonObject.EMPTY).ask(request, call);
                }
            });
            return stage.rest(stage.start(Stage.ACME, stage.find("report").orElseThrow(), "{}", "{}"));
        }
    }

    @Test
    void aToolThatIsCalledTooOftenWithinAMinuteIsToldSoAndNotCalled() throws InterruptedException {
        try (Stage stage = new Stage(1, Stage.agent("writer", TOOLS))) {
            stage.says(
                    "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}},{'id':'c2','name':'weather','arguments':{'city':'Chur'}}]}",
                    "{'content':'Rain.'}");
            Told told = stage.run("writer", RAIN);

            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.called).hasSize(1);
            assertThat(told.events().stream()
                            .filter(event -> event.type().equals("agent.toolReturned"))
                            .map(event -> event.fact().payload().toString())
                            .toList())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("rate_limited");
            assertThat(stage.asked
                            .getLast()
                            .messages()
                            .getLast()
                            .toolResults()
                            .getLast()
                            .isError())
                    .isTrue();
        }
    }

    /// A model that never answers is the run's time, and its node's.
    @Test
    void timeIsBoundedByTheRunAndByTheNode() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        try (Stage stage = new Stage(Stage.agent("writer", "")).knows("""
                {'id':'report','name':'Report','version':'1','nodes':[
                {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'},
                'settings':{'timeout':300}}]}""")) {
            stage.asks(new ModelProvider() {
                @Override
                public String name() {
                    return "test";
                }

                @Override
                public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
                    begun.incrementAndGet();
                    try {
                        Thread.sleep(600_000);
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                        throw e;
                    }
                    throw new IllegalStateException("too patient");
                }
            });
            Told run = stage.rest(stage.start(Stage.ACME, stage.graph("writer"), RAIN, "{'runTimeoutMs':1000}"));
            assertThat(run.error()).isEqualTo("run_timeout");
            assertThat(run.payload("cap.breached").toString()).contains("\"kind\":\"run-duration\"");
            Told node = stage.rest(stage.start(Stage.ACME, stage.find("report").orElseThrow(), "{}", "{}"));
            assertThat(node.error()).contains("timeout");
            // On a busy machine the time may be over before the model is asked at all.
            Until.holds("whoever was asked is interrupted", () -> interrupted.get() == begun.get());

            stage.says("{'content':'In time.'}");
            assertThat(stage.rest(stage.start(Stage.ACME, stage.graph("writer"), RAIN, "{'runTimeoutMs':60000}"))
                            .error())
                    .isEqualTo("none");
        }
    }
}

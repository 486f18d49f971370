package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// `core.identity` with a `memoryAction`, as the conformance fixtures use it.
class MemoryActionTest {

    private final TestHost host = new TestHost(new ModelStore());

    private static WorkflowDefinition probe(String config) {
        return TestHost.definition("""
                {'id':'probe','name':'n','version':'1.0.0','nodes':[{'id':'probe','typeId':'core.identity',
                 'config':%s,'agent':{'agentId':'core.conformance.memory-agent','memoryRef':'conformance/memory'}}]}""".formatted(config));
    }

    /// What OpenWOP's suite asserts.
    static Map<String, OpenWopFixturesInteropTest.Scenario> scenarios() {
        Map<String, OpenWopFixturesInteropTest.Scenario> scenarios = new LinkedHashMap<>();
        scenarios.put("agent-memory-roundtrip", stage -> readsBack(stage.host(), stage.start()));
        scenarios.put("agent-memory-cross-tenant", stage -> findsNobodyElses(stage.host(), stage.start()));
        return scenarios;
    }

    private RunId run(String config) {
        return host.start(probe(config), JsonObject.EMPTY);
    }

    private static Map<String, JsonValue> variables(TestHost host, RunId run) {
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        return host.state(run).variables();
    }

    private static JsonObject entry(JsonValue value) {
        JsonObject entry = value.asObject().orElseThrow();
        assertThat(entry.names()).startsWith("id", "content", "tags", "createdAt");
        return entry;
    }

    private static JsonValue variable(Map<String, JsonValue> variables, String name) {
        return Objects.requireNonNull(variables.get(name), name);
    }

    private static void readsBack(TestHost host, RunId run) {
        assertThat(entry(variable(variables(host, run), "memoryReadback")).names())
                .hasSize(4);
        assertThat(host.events(run)).anySatisfy(event -> {
            assertThat(event.type()).isEqualTo("memory.written");
            assertThat(event.fact().payload().toString())
                    .contains("\"memoryRef\":\"conformance/", "\"agentId\":\"core.conformance.memory-agent\"");
        });
    }

    private static void findsNobodyElses(TestHost host, RunId run) {
        Map<String, JsonValue> variables = variables(host, run);
        JsonArray own = (JsonArray) variable(variables, "ownerProbe");
        assertThat(own.items()).hasSize(1);
        assertThat(entry(own.items().getFirst()).get("id")).isEqualTo(variables.get("ownerEntryId"));
        assertThat(variables.get("crossTenantProbe")).isEqualTo(JsonArray.EMPTY);
    }

    @Test
    void whatWasWrittenIsReadBack() {
        readsBack(host, run("{'memoryAction':'write-then-read'}"));
    }

    @Test
    void onlyTheLiveEntryIsListed() {
        Map<String, JsonValue> variables = variables(host, run("{'memoryAction':'ttl-probe'}"));
        JsonArray listed = (JsonArray) variable(variables, "memoryList");
        assertThat(listed.items()).hasSize(1);
        assertThat(entry(listed.items().getFirst()).names()).contains("expiresAt");
    }

    @Test
    void anotherTenantsMemoryIsEmpty() {
        findsNobodyElses(
                host,
                run("{'memoryAction':'cross-tenant-probe','probeMemoryRef':'conformance/another-tenant/memory'}"));
    }

    @Test
    void aSecretIsNotKept() {
        Map<String, JsonValue> variables = variables(
                host,
                run("{'memoryAction':'redaction-probe','secretId':'key-1','secretValue':'sk-live-123456',"
                        + "'content':'call with sk-live-123456'}"));
        assertThat(entry(variable(variables, "memoryReadback")).string("content"))
                .contains("call with [REDACTED:key-1]");
        assertThat(host.store.memories().scopes("acme")).hasSize(1);
    }

    @Test
    void anUnknownActionIsRefusedBeforeTheRunStarts() {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> run("{'memoryAction':'guess'}"))
                .withMessageContaining("write-then-read, ttl-probe");
    }
}

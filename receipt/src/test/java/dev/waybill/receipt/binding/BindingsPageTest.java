package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.context.A2aTaskBinding;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The examples of `docs/bindings.md` are what the code writes and reads.
class BindingsPageTest {

    private static final String MARK = "<!-- example: ";
    private static final String FENCE = "```";

    private static final Map<String, Consumer<JsonObject>> CHECKS = new LinkedHashMap<>();

    static {
        CHECKS.put(
                "mcp-context",
                json -> assertThat(McpOrchestrationContext.parse(json).toJson()).isEqualTo(json));
        CHECKS.put(
                "a2a-binding",
                json -> assertThat(A2aTaskBinding.parse(json).toJson()).isEqualTo(json));
        CHECKS.put("a2a-carrier", BindingsPageTest::a2aCarrier);
        CHECKS.put(
                "a2a-agent-card",
                json -> assertThat(A2aExtension.agentCardEntry(false, null)).isEqualTo(json));
        CHECKS.put("framework", BindingsPageTest::framework);
        CHECKS.put("correlation", BindingsPageTest::correlation);
        CHECKS.put("cloud-event", BindingsPageTest::cloudEvent);
    }

    @TestFactory
    Stream<DynamicTest> everyExampleHolds() throws IOException {
        Map<String, JsonObject> examples = examples();
        return CHECKS.entrySet().stream()
                .map(check -> DynamicTest.dynamicTest(check.getKey(), () -> {
                    assertThat(examples).containsKey(check.getKey());
                    check.getValue().accept(Objects.requireNonNull(examples.get(check.getKey())));
                }));
    }

    @Test
    void noExampleIsLeftUnchecked() throws IOException {
        assertThat(examples().keySet()).isEqualTo(CHECKS.keySet());
        assertThat(page().stream().filter(line -> line.equals(FENCE + "json"))).hasSize(CHECKS.size());
    }

    private static void a2aCarrier(JsonObject status) {
        A2aCarrier carrier = A2aCarrier.read(status).orElseThrow();
        assertThat(carrier.attachTo(status.without("metadata"))).isEqualTo(status);
    }

    private static void framework(JsonObject extensions) {
        String key = extensions.names().iterator().next();
        var binding = new FrameworkBinding("crewai", key, new TenantIds(new byte[32]));
        JsonObject own = extensions.object(key).orElseThrow();
        Receipt receipt = Issued.issuer(Wire.V0_2)
                .issue(binding.addTo(
                                Issued.draft(1),
                                binding.step("run-1", "task-1", List.of()).build(),
                                own)
                        .build());
        assertThat(binding.context(receipt)).contains(own);
    }

    private static void correlation(JsonObject extensions) {
        JsonObject group = extensions.object("org.peacprotocol/correlation").orElseThrow();
        var trace = new TraceContext(
                group.string("trace_id").orElseThrow(), group.string("span_id").orElseThrow());
        Receipt receipt =
                Issued.issuer(Wire.V0_1).issue(Issued.draft(1).trace(trace).build());
        assertThat(receipt.extensions()).isEqualTo(extensions);
    }

    private static void cloudEvent(JsonObject event) {
        JsonObject made = CloudEvents.of(List.of(Issued.receipt(
                        1,
                        Issued.context("A")
                                .toolName("web_search")
                                .framework("mcp")
                                .build())))
                .toList()
                .getLast();
        assertThat(event.names()).containsExactlyElementsOf(made.names());
        assertThat(event.object("data").orElseThrow().names())
                .containsExactlyElementsOf(made.object("data").orElseThrow().names());
        for (String same : List.of("specversion", "type", "source", "subject", "time", "datacontenttype")) {
            assertThat(event.get(same)).isEqualTo(made.get(same));
        }
    }

    private static Map<String, JsonObject> examples() throws IOException {
        Map<String, JsonObject> examples = new LinkedHashMap<>();
        List<String> page = page();
        for (int i = 0; i < page.size(); i++) {
            if (page.get(i).startsWith(MARK)) {
                String name = page.get(i).substring(MARK.length()).replace(" -->", "");
                List<String> lines = new ArrayList<>();
                for (int j = i + 2; !page.get(j).equals(FENCE); j++) {
                    lines.add(page.get(j));
                }
                byte[] json = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
                examples.put(name, JsonReader.readObject(json, JsonLimits.RECEIPT));
            }
        }
        return examples;
    }

    private static List<String> page() throws IOException {
        return Files.readAllLines(Interop.projectRoot().resolve("docs/bindings.md"));
    }
}

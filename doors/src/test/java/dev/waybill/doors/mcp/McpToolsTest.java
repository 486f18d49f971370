package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.ExtraTool;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The tools as clients see them, judged by a schema validator that is not ours.
class McpToolsTest {

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final McpTools ALL = McpTools.standard().with(List.of(ExtraTool.values()));

    static Stream<McpTool> tools() {
        return ALL.all().stream();
    }

    @Test
    void thereAreExactlyFourUnlessMoreAreAskedFor() {
        assertThat(McpTools.standard().names())
                .isEqualTo("workflow_list, workflow_inspect, workflow_start, workflow_advance");
        assertThat(ALL.names())
                .isEqualTo(McpTools.standard().names() + ", workflow_resume, workflow_find, workflow_checkpoint");
        assertThat(McpTools.standard().with(List.of(ExtraTool.CHECKPOINT)).names())
                .isEqualTo(McpTools.standard().names() + ", workflow_checkpoint");
    }

    @ParameterizedTest
    @MethodSource("tools")
    void inputsAreStrictAndTheirExamplesValid(McpTool tool) {
        assertThat(tool.input().get("additionalProperties")).isEqualTo(JsonBool.FALSE);
        assertThat(tool.input().array("examples").orElseThrow())
                .isNotEmpty()
                .allSatisfy(
                        example -> assertThat(problems(tool.input(), example)).isEmpty());
        assertThat(tool.input().object("properties").orElseThrow().members())
                .allSatisfy((name, field) -> assertThat(
                                field.asObject().orElseThrow().string("description"))
                        .as(name)
                        .isPresent());
    }

    @ParameterizedTest
    @MethodSource("tools")
    void inputsRefuseUnknownFields(McpTool tool) {
        JsonObject example =
                tool.input().array("examples").orElseThrow().get(0).asObject().orElseThrow();
        assertThat(problems(tool.input(), example.with("surprise", JsonBool.TRUE)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("tools")
    void anErrorIsAValidAnswerAndAnEmptyOneIsNot(McpTool tool) {
        assertThat(problems(tool.output(), json("{\"error\":{\"code\":\"X\",\"message\":\"y\",\"next\":\"z\"}}")))
                .isEmpty();
        assertThat(problems(tool.output(), JsonObject.EMPTY)).isNotEmpty();
    }

    @Test
    void answersOfEveryShapeAreValid() {
        check("workflow_list", "{}");
        check("workflow_inspect", "{\"workflowId\":\"two-steps\"}");
        check("workflow_start", "{\"workflowId\":\"two-steps\"}");
        check("workflow_advance", "{\"stateToken\":\"st.v1.one\"}");
        check("workflow_advance", "{\"stateToken\":\"st.v1.one\",\"output\":{}}");
        check("workflow_advance", "{\"stateToken\":\"st.v1.two\"}");
        check("workflow_advance", "{\"stateToken\":\"nonsense\"}");
        check("workflow_resume", "{\"stateToken\":\"st.v1.one\"}");
        check("workflow_find", "{}");
        check("workflow_checkpoint", "{\"stateToken\":\"st.v1.one\"}");
    }

    @Test
    void aStepWithAFieldThatIsNotInTheContractIsInvalid() {
        McpTool start = McpTools.standard().named("workflow_start").orElseThrow();
        JsonObject answer = answer(start, "{\"workflowId\":\"two-steps\"}").structured();
        assertThat(problems(start.output(), answer.with("surprise", JsonBool.TRUE)))
                .isNotEmpty();
        assertThat(problems(start.output(), answer.without("ackToken"))).isNotEmpty();
    }

    @Test
    void toolsThatCouldNotBeOpenedAreOpenedByTheNextCall() {
        var attempts = new AtomicInteger();
        var calls = new ToolCall(new LazyTools(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw new UnsatisfiedLinkError("no native library");
            }
            return new TwoSteps();
        }));
        McpTool list = McpTools.standard().named("workflow_list").orElseThrow();
        Client client = new Client(StdioClient.EVERYBODY, null, JsonObject.EMPTY);

        assertThat(calls.answer(list, JsonObject.EMPTY, client).text()).startsWith("INTERNAL_ERROR");
        assertThat(calls.answer(list, JsonObject.EMPTY, client).isError()).isFalse();
        assertThat(calls.answer(list, JsonObject.EMPTY, client).isError()).isFalse();
        assertThat(attempts).hasValue(2);
    }

    private static void check(String name, String arguments) {
        McpTool tool = ALL.named(name).orElseThrow();
        assertThat(problems(tool.output(), answer(tool, arguments).structured()))
                .as("%s %s", name, arguments)
                .isEmpty();
    }

    private static GuidedAnswer answer(McpTool tool, String arguments) {
        return new ToolCall(new LazyTools(TwoSteps::new))
                .answer(tool, json(arguments), new Client(StdioClient.EVERYBODY, null, JsonObject.EMPTY));
    }

    private static List<?> problems(JsonObject schema, JsonValue value) {
        Schema compiled = SCHEMAS.getSchema(schema.toString(), InputFormat.JSON);
        return compiled.validate(value.toString(), InputFormat.JSON);
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}

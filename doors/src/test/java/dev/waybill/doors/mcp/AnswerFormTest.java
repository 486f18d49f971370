package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The default answer is the contract's object, as structure and as text. Markdown is for the agents that ask for it.
class AnswerFormTest {

    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "workflow_list {}",
                "workflow_inspect {'workflowId':'two-steps'}",
                "workflow_start {'workflowId':'two-steps'}",
                "workflow_advance {'stateToken':'st.v1.one','output':{}}",
                "workflow_advance {'stateToken':'nonsense'}"
            })
    void aStepABlockedAnswerAndARefusalAreStructureAndTheSameObjectAsText(String call) throws Exception {
        JsonObject result = result(McpTools.standard(), call);

        assertThat(JsonReader.read(text(result), JsonLimits.DOCUMENT)).isEqualTo(result.get("structuredContent"));
    }

    @Test
    void everyToolShowsTheSchemaOfItsAnswersAndNoneInMarkdown() throws Exception {
        assertThat(listed(McpTools.standard())).allMatch(tool -> tool.has("outputSchema"));
        assertThat(listed(McpTools.standard().in(AnswerForm.MARKDOWN))).noneMatch(tool -> tool.has("outputSchema"));
    }

    @Test
    void inMarkdownAnAnswerIsSentOnceAsText() throws Exception {
        JsonObject result =
                result(McpTools.standard().in(AnswerForm.MARKDOWN), "workflow_start {'workflowId':'two-steps'}");

        assertThat(text(result)).startsWith("In words: ").contains("st.v1.one", "ack.v1.one");
        assertThat(result.has("structuredContent")).isFalse();
    }

    @Test
    void aCallMayAskForJsonWhereTheServerAnswersInMarkdown() throws Exception {
        try (StdioClient client = new StdioClient(McpTools.standard().in(AnswerForm.MARKDOWN), TwoSteps::new)) {
            client.send("""
                    {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_start",\
                    "arguments":{"workflowId":"two-steps"},"_meta":{"dev.waybill/structured":true}}}""");
            JsonObject result = client.answer().object("result").orElseThrow();
            assertThat(result.object("structuredContent").orElseThrow().string("stateToken"))
                    .contains("st.v1.one");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'name':'workflow_list'}", "{'name':'workflow_list','arguments':null}"})
    void argumentsThatAreLeftOutOrNullAreNone(String params) throws Exception {
        try (StdioClient client = new StdioClient(McpTools.standard(), TwoSteps::new)) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":%s}"
                    .formatted(params.replace('\'', '"')));
            assertThat(client.answer().object("result").orElseThrow().has("structuredContent"))
                    .isTrue();
        }
    }

    private static Stream<JsonObject> listed(McpTools tools) throws Exception {
        try (StdioClient client = new StdioClient(tools, TwoSteps::new)) {
            client.send(LIST);
            return client.answer().object("result").flatMap(it -> it.array("tools")).orElseThrow().items().stream()
                    .map(tool -> tool.asObject().orElseThrow());
        }
    }

    /// @param call a tool's name, a blank, its arguments
    private static JsonObject result(McpTools tools, String call) throws Exception {
        try (StdioClient client = new StdioClient(tools, TwoSteps::new)) {
            int blank = call.indexOf(' ');
            client.call(1, call.substring(0, blank), call.substring(blank + 1).replace('\'', '"'));
            return client.answer().object("result").orElseThrow();
        }
    }

    private static String text(JsonObject result) {
        JsonArray content = result.array("content").orElseThrow();
        assertThat(content.size()).isEqualTo(1);
        return content.get(0).asObject().flatMap(it -> it.string("text")).orElseThrow();
    }
}

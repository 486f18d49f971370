package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An answer is sent once. Every client hands the text of a result to its model; `structuredContent` reaches some, and
/// hides the text from others.
class AnswerFormTest {

    private StdioClient client;

    @BeforeEach
    void connect() throws Exception {
        client = new StdioClient(McpTools.standard(), TwoSteps::new);
    }

    @AfterEach
    void disconnect() throws Exception {
        client.close();
    }

    @Test
    void byDefaultItIsTextAndNoOutputSchemaPromisesMore() throws Exception {
        client.call(1, "workflow_start", "{\"workflowId\":\"two-steps\"}");
        JsonObject result = result();
        assertThat(text(result)).contains("st.v1.one", "ack.v1.one");
        assertThat(result.has("structuredContent")).isFalse();
        client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
        assertThat(client.line()).contains("inputSchema").doesNotContain("outputSchema");
    }

    @Test
    void aClientThatAsksGetsStructureInsteadWithItsSchema() throws Exception {
        client.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_start",\
                "arguments":{"workflowId":"two-steps"},"_meta":{"dev.waybill/structured":true}}}""");
        JsonObject result = result();
        assertThat(result.object("structuredContent").orElseThrow().string("stateToken"))
                .contains("st.v1.one");
        assertThat(text(result)).doesNotContain("st.v1.one").contains("structuredContent");
        client.send("""
                {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"dev.waybill/structured":true}}}""");
        assertThat(client.line()).contains("outputSchema");
    }

    @Test
    void aRefusalAlwaysHasItsText() throws Exception {
        client.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_advance",\
                "arguments":{"stateToken":"nonsense"},"_meta":{"dev.waybill/structured":true}}}""");
        JsonObject result = result();
        assertThat(text(result)).contains("TOKEN_MALFORMED", "What to do");
        assertThat(result.object("structuredContent").orElseThrow().has("error"))
                .isTrue();
    }

    private JsonObject result() throws InterruptedException {
        return client.answer().object("result").orElseThrow();
    }

    private static String text(JsonObject result) {
        JsonArray content = result.array("content").orElseThrow();
        assertThat(content.size()).isEqualTo(1);
        return content.get(0).asObject().flatMap(it -> it.string("text")).orElseThrow();
    }
}

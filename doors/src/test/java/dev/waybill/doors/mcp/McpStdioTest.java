package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The MCP door over a pair of streams.
class McpStdioTest {

    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"raw","version":"9"}}}""";

    private static final String WAITS = "{\"workflowId\":\"two-steps\",\"context\":{\"waits\":true}}";
    private static final String RELEASES = "{\"workflowId\":\"two-steps\",\"context\":{\"releases\":true}}";

    private final AtomicInteger opened = new AtomicInteger();
    private StdioClient client;

    @BeforeEach
    void connect() throws IOException {
        client = new StdioClient(() -> {
            opened.incrementAndGet();
            return new TwoSteps();
        });
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
    }

    @Test
    void initializeAgreesOnTheVersionAndOpensNothing() throws Exception {
        client.send(INITIALIZE);
        JsonObject result = result(client.answer());
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":\"list\",\"method\":\"tools/list\"}");
        JsonObject list = client.answer();

        assertThat(result.string("protocolVersion")).contains("2025-06-18");
        assertThat(result.object("serverInfo").orElseThrow().string("name")).contains("waybill");
        assertThat(list.get("id")).isEqualTo(new JsonString("list"));
        assertThat(result(list).array("tools").orElseThrow().size()).isEqualTo(4);
        assertThat(opened).hasValue(0);
    }

    @Test
    void initializeWithoutAVersionNamesThoseThatThereAre() throws Exception {
        for (String version : new String[] {"\"\"", "\" \"", "null", "7"}) {
            client.send(INITIALIZE.replace("\"2025-06-18\"", version));
            assertThat(client.line())
                    .contains("-32602", "protocolVersion", "\"supported\":[\"2026-07-28\",\"2025-11-25\"");
        }
    }

    @Test
    void aMessageOfAnotherJsonRpcIsRefusedUnderItsId() throws Exception {
        client.send("{\"jsonrpc\":\"1.0\",\"id\":4,\"method\":\"ping\"}");
        assertThat(client.line()).contains("\"id\":4", "-32600", "jsonrpc must be \\\"2.0\\\", found 1.0");
        client.send("{\"id\":5,\"method\":\"ping\"}");
        assertThat(client.line()).contains("\"id\":5", "-32600");
    }

    @Test
    void aCursorThatNobodyGaveOutIsRefused() throws Exception {
        client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"\"}}");
        assertThat(client.line()).contains("-32602", "without a cursor");
        client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{\"cursor\":null}}");
        assertThat(client.line()).contains("workflow_advance");
    }

    @Test
    void anUnknownVersionIsAnsweredWithTheLatest() throws Exception {
        client.send(INITIALIZE.replace("2025-06-18", "1999-01-01"));
        assertThat(result(client.answer()).string("protocolVersion")).contains("2025-11-25");
        client.send(INITIALIZE.replace("2025-06-18", "2026-07-28"));
        assertThat(result(client.answer()).string("protocolVersion"))
                .as("a handshake is of the last revision that has one")
                .contains("2025-11-25");
    }

    @Test
    void theToolsAreOpenedOnceAndKnowWhoCalls() throws Exception {
        client.send(INITIALIZE);
        client.answer();
        client.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_list",\
                "_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}}""");
        JsonObject meta = result(client.answer()).object("_meta").orElseThrow();
        client.call(2, "workflow_list", "{}");
        client.answer();

        assertThat(meta.string("test/agent")).contains("raw/9");
        assertThat(meta.object("test/meta").orElseThrow().string("traceparent"))
                .contains("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(opened).hasValue(1);
    }

    @Test
    void aCallRightBehindTheInitializationIsAlreadyNamed() throws Exception {
        client.send(INITIALIZE);
        for (int id = 1; id <= 20; id++) {
            client.call(id, "workflow_list", "{}");
        }
        client.answer();
        for (int id = 1; id <= 20; id++) {
            assertThat(client.line()).contains("\"test/agent\":\"raw/9\"");
        }
    }

    @Test
    void numbersKeepTheirSpelling() throws Exception {
        String context = "{\"big\":123456789012345678901234567890,\"money\":1.10,\"tiny\":1e-400,\"exp\":1.0e9}";
        client.call(1, "workflow_start", "{\"workflowId\":\"two-steps\",\"context\":" + context + "}");
        assertThat(client.line())
                .contains("\"structuredContent\"")
                .contains("\"lineage\":{\"context\":" + context + "}");
    }

    @Test
    void unknownFieldsAndWrongTypesAreRefusedByTheTool() throws Exception {
        client.call(1, "workflow_list", "{\"filter\":\"x\"}");
        JsonObject unknown = result(client.answer());
        client.call(2, "workflow_inspect", "{\"workflowId\":7}");
        JsonObject wrong = result(client.answer());

        assertThat(error(unknown).string("code")).contains("UNKNOWN_FIELD");
        assertThat(error(unknown).string("message"))
                .hasValueSatisfying(text -> assertThat(text).contains("filter"));
        assertThat(error(wrong).string("code")).contains("INVALID_ARGUMENT");
    }

    @Test
    void whateverAToolThrowsIsAnAnswer() throws Exception {
        client.call(1, "workflow_start", "{\"workflowId\":\"broken\"}");
        JsonObject result = result(client.answer());

        assertThat(error(result).string("code")).contains("INTERNAL_ERROR");
        assertThat(error(result).string("next"))
                .hasValueSatisfying(text -> assertThat(text).contains("standard error"));
        assertThat(result.toString())
                .as("what a bug says is for a log")
                .doesNotContain("Exception", "the disk is full");
    }

    @Test
    void anUnknownToolNamesTheKnownOnes() throws Exception {
        client.call(1, "workflow_dance", "{}");
        assertThat(client.line()).contains("-32602").contains("workflow_dance").contains("workflow_advance");
    }

    @Test
    void argumentsThatAreNoObjectAreRefusedWithTheirKind() throws Exception {
        client.call(1, "workflow_list", "\"{}\"");
        assertThat(client.line()).contains("-32602").contains("params.arguments must be a JSON object, found string");
    }

    @Test
    void aMessageThatIsNoJsonIsAnsweredUnderItsId() throws Exception {
        client.call(7, "workflow_list", "{\"notes\":\"half an emoji \\ud83d\",\"id\":9}");
        JsonObject answer = client.answer();
        client.send("{\"id\": nonsense");
        JsonObject nameless = client.answer();

        assertThat(answer.get("id")).isEqualTo(JsonNumber.of(7));
        assertThat(answer.object("error").orElseThrow().get("code")).isEqualTo(JsonNumber.of(-32700));
        assertThat(nameless.get("id")).isEqualTo(JsonNull.NULL);
    }

    @Test
    void anUnknownMethodIsSaidToBeUnknown() throws Exception {
        client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}");
        assertThat(client.line()).contains("-32601").contains("prompts/list");
    }

    @Test
    void aSlowCallHoldsUpNobody() throws Exception {
        client.call(1, "workflow_start", WAITS);
        client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");

        assertThat(client.answer().get("id")).isEqualTo(JsonNumber.of(2));
        client.call(3, "workflow_start", RELEASES);
        assertThat(List.of(
                        String.valueOf(client.answer().get("id")),
                        String.valueOf(client.answer().get("id"))))
                .containsExactlyInAnyOrder("1", "3");
    }

    @Test
    void aCancelledCallIsNotAnswered() throws Exception {
        client.call(1, "workflow_start", WAITS);
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        client.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"unknown\"}}");
        client.call(2, "workflow_list", "{}");

        assertThat(client.answer().get("id")).isEqualTo(JsonNumber.of(2));
        client.call(3, "workflow_start", RELEASES);
        client.close();
        assertThat(client.answer().get("id")).isEqualTo(JsonNumber.of(3));
        assertThat(client.unread()).isZero();
    }

    @Test
    void theEndOfTheInputLetsRunningCallsFinish() throws Exception {
        client.call(1, "workflow_start", "{\"workflowId\":\"two-steps\",\"context\":{\"sleepMillis\":500}}");
        client.close();
        assertThat(client.unread()).isEqualTo(1);
    }

    private static JsonObject result(JsonObject answer) {
        return answer.object("result").orElseThrow(() -> new AssertionError(answer.toString()));
    }

    private static JsonObject error(JsonObject result) {
        assertThat(result.get("isError")).hasToString("true");
        return result.object("structuredContent").orElseThrow().object("error").orElseThrow();
    }
}

package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every guided workflow of a real corpus through the real `waybill mcp`, by an agent that knows nothing: it sends the
/// same notes with every step, and where it is blocked, the call that the answer shows, with its own values where marks
/// stand for them.
class ContractCorpusInteropTest {

    private static final String NOTES =
            "I read everything that this step names, and wrote down what matters. ".repeat(4);
    private static final int MOST_STEPS = 60;
    private static final int MOST_TRIES = 4;
    private static final List<String> FIELDS =
            List.of("stateToken", "pending", "ackToken", "isComplete", "session", "workflowId");

    @TempDir
    private Path folder;

    /// Finds the answer in a result.
    private interface Reading {
        JsonObject of(Answer answer);
    }

    @Test
    void theOfficialSdkFinishesItByStructuredContent() throws Exception {
        DataDirectory directory = corpus();
        try (ForeignAgent agent = sdk(directory)) {
            finishes(agent, Answer::structured);
        }
    }

    @Test
    void aProgramThatParsesTheTextFinishesIt() throws Exception {
        DataDirectory directory = corpus();
        try (ForeignAgent agent = sdk(directory)) {
            finishes(agent, answer -> object(text(answer)));
        }
    }

    @Test
    void anAgentThatReadsMarkdownFinishesItByTheLastLineOfJson() throws Exception {
        DataDirectory directory = corpus();
        try (McpAgent agent = directory.mcpInWords()) {
            finishes(agent, answer -> {
                String text = text(answer);
                assertThat(text).endsWith("\n```\n");
                return object(text.substring(text.lastIndexOf("```json\n") + 8, text.length() - 5));
            });
        }
    }

    private DataDirectory corpus() throws IOException {
        DataDirectory directory = DataDirectory.in(folder);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Interop.path("workrail/workflows"))) {
            for (Path file : files) {
                Files.copy(file, folder.resolve("workflows").resolve(file.getFileName()));
            }
        }
        return directory;
    }

    /// It holds every answer to the schema of its tool.
    private static ForeignAgent sdk(DataDirectory directory) throws Exception {
        List<String> server = new ArrayList<>(List.of("stdio"));
        server.addAll(directory.mcpCommand());
        ForeignAgent agent = new TypeScriptAgent(directory.variables(), server);
        agent.tools();
        return agent;
    }

    private void finishes(Agent agent, Reading reading) throws Exception {
        List<String> stuck = new ArrayList<>();
        int workflows = 0;
        int blocked = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Interop.path("workrail/workflows"))) {
            for (Path file : files) {
                String id = object(Files.readString(file)).string("id").orElseThrow();
                workflows++;
                blocked += walk(agent, reading, id, stuck);
            }
        }
        System.out.printf("%d workflows, %d calls mended%n", workflows, blocked);
        assertThat(stuck).isEmpty();
        assertThat(workflows).isGreaterThan(20);
        assertThat(blocked).isGreaterThan(20);
        assertThat(refusal(agent, reading)).contains("TOKEN_MALFORMED");
    }

    private static String refusal(Agent agent, Reading reading) throws Exception {
        JsonObject refused = reading.of(
                agent.call("workflow_advance", JsonObject.of("stateToken", "x").with("ackToken", "y")));
        return refused.object("error").flatMap(error -> error.string("code")).orElse("");
    }

    /// @return how many calls were mended
    private static int walk(Agent agent, Reading reading, String id, List<String> stuck) throws Exception {
        int blocked = 0;
        JsonObject at = reading.of(agent.call("workflow_start", JsonObject.of("workflowId", id)));
        for (int i = 0; i < MOST_STEPS && at.get("isComplete") != JsonBool.TRUE; i++) {
            JsonObject call = JsonObject.of(
                            "stateToken", at.string("stateToken").orElseThrow())
                    .with("ackToken", at.string("ackToken").orElseThrow())
                    .with("output", JsonObject.of("notesMarkdown", NOTES));
            JsonObject next = reading.of(agent.call("workflow_advance", call));
            for (int j = 0; j < MOST_TRIES && next.has("blocked"); j++) {
                assertThat(next.names()).containsAll(FIELDS);
                blocked++;
                call = (JsonObject) filled(
                        next.object("blocked").flatMap(it -> it.object("call")).orElseThrow(), call);
                next = reading.of(agent.call("workflow_advance", call));
            }
            if (next.has("error") || next.has("blocked")) {
                stuck.add(id + ": " + call + "\n" + next);
                return blocked;
            }
            assertThat(next.names()).containsAll(FIELDS);
            at = next;
        }
        return blocked;
    }

    /// The caller's own values where marks stand for them.
    private static JsonValue filled(JsonValue value, JsonObject sent) {
        return switch (value) {
            case JsonString(var text)
            when text.startsWith("<your ") -> {
                String place = text.substring("<your ".length(), text.indexOf(", unchanged>"));
                yield JsonPointer.find(sent, place.equals("notes") ? "/output/notesMarkdown" : place)
                        .orElseThrow(() -> new AssertionError(text));
            }
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, filled(member, sent)));
                yield new JsonObject(members);
            }
            case JsonArray array ->
                new JsonArray(
                        array.items().stream().map(item -> filled(item, sent)).toList());
            default -> value;
        };
    }

    private static String text(Answer answer) {
        return answer.result()
                .array("content")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(content -> content.string("text"))
                .orElseThrow();
    }

    private static JsonObject object(String json) {
        return JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }
}

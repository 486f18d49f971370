package dev.waybill.agents.a2a;

import dev.waybill.agents.Outside;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The client side of `core.openwop.a2a`, with the ecosystem's names and schemas, and the worker that stands for an
/// agent elsewhere.
public final class A2aNodes {

    private static final String FAMILY = "core.openwop.a2a.";
    private static final int MOST_EVENTS = 10_000;

    private static final String BASE_URL = """
            "baseUrl": {"type": "string",
              "description": "The agent's address, or agent:NAME for one of the setting agents.remote."}""";
    private static final String MESSAGE = """
            {"required": ["message"], "properties": {"message": {"type": "object"}, "taskId": {"type": "string"},
             "contextId": {"type": "string"}}, "additionalProperties": false}""";
    private static final String TASK = """
            {"required": ["taskId"], "properties": {"taskId": {"type": "string"}}, "additionalProperties": false}""";

    private A2aNodes() {}

    public static List<Activity> of(Outside outside) {
        return List.of(
                new A2aNode(
                        FAMILY + "discover-agent",
                        manifest(
                                "Fetches the card of an agent elsewhere.",
                                ", \"extended\": {\"type\": \"boolean\", \"default\": false}",
                                "{}",
                                "{\"required\": [\"card\"], \"properties\": {\"card\": {\"type\": \"object\"}}}"),
                        outside,
                        (client, call, _) -> discover(client, call)),
                new A2aNode(
                        FAMILY + "send-message",
                        manifest(
                                "Hands work to an agent elsewhere, and waits for what comes back.",
                                "",
                                MESSAGE,
                                "{\"required\": [\"result\"], \"properties\": {\"result\": {\"type\": \"object\"}}}"),
                        outside,
                        A2aNodes::send),
                new A2aNode(
                        FAMILY + "send-and-stream",
                        manifest(
                                "Hands work to an agent elsewhere, and follows its progress.",
                                "",
                                MESSAGE,
                                "{\"required\": [\"terminal\", \"events\", \"eventCount\"], \"properties\": {\"terminal\":"
                                        + " {\"type\": \"object\"}, \"events\": {\"type\": \"array\"}, \"eventCount\":"
                                        + " {\"type\": \"integer\"}}}"),
                        outside,
                        A2aNodes::stream),
                new A2aNode(
                        FAMILY + "get-task",
                        manifest("Looks at a task of an agent elsewhere.", "", TASK, given("task")),
                        outside,
                        (client, call, _) -> task(client, call, "tasks/get")),
                new A2aNode(
                        FAMILY + "cancel-task",
                        manifest("Cancels a task of an agent elsewhere.", "", TASK, given("task")),
                        outside,
                        (client, call, _) -> task(client, call, "tasks/cancel")),
                new A2aNode(
                        RemoteWorkers.TYPE,
                        manifest(
                                "Stands for a worker on another host: sends what the run was given, takes what comes back.",
                                "",
                                "{}",
                                "{}"),
                        outside,
                        A2aNodes::work));
    }

    private static String given(String name) {
        return "{\"required\": [\"%s\"], \"properties\": {\"%s\": {\"type\": \"object\"}}}".formatted(name, name);
    }

    private static NodeManifest manifest(String description, String more, String inputs, String outputs) {
        return NodeManifest.of("""
                {"description": "%s",
                 "config": {"required": ["baseUrl"], "properties": {%s%s}, "additionalProperties": false},
                 "inputs": %s, "outputs": %s}""".formatted(description, BASE_URL, more, inputs, outputs));
    }

    private static NodeResult discover(A2aClient client, ActivityCall call) throws IOException, InterruptedException {
        boolean extended = String.valueOf(call.node().config().get("extended")).equals("true");
        JsonObject card =
                extended ? client.call("agent/getAuthenticatedExtendedCard", JsonObject.EMPTY) : client.card();
        return NodeResult.done(JsonObject.of("card", card));
    }

    private static JsonObject message(ActivityCall call) {
        JsonObject message = call.node().inputs().object("message").orElse(JsonObject.EMPTY);
        return call.node()
                .inputs()
                .string("contextId")
                .map(id -> message.with("contextId", id))
                .orElse(message);
    }

    private static NodeResult send(A2aClient client, ActivityCall call, Carried carried)
            throws IOException, InterruptedException {
        return new Conversation(client, call, carried, tool(call))
                .hold(
                        message(call),
                        call.node().inputs().string("taskId").orElse(null),
                        task -> NodeResult.done(JsonObject.of("result", task.json())));
    }

    private static String tool(ActivityCall call) {
        return call.node().config().string("baseUrl").orElse("a2a");
    }

    /// A worker elsewhere gets what its run was given, by name, and what it brings back is the run's.
    private static NodeResult work(A2aClient client, ActivityCall call, Carried carried)
            throws IOException, InterruptedException {
        JsonObject message = JsonObject.of("role", "user")
                .with(
                        "parts",
                        JsonArray.of(JsonObject.of("kind", "data")
                                .with("data", call.node().variables())));
        return new Conversation(client, call, carried, tool(call)).hold(message, null, task -> {
            JsonObject brought = task.brought();
            List<NodeResult.Write> writes = new ArrayList<>();
            JsonObject named = brought.object("variables").orElse(brought);
            named.members().forEach((name, value) -> writes.add(new NodeResult.Write.ToVariable(name, value)));
            return new NodeResult.Done(JsonObject.of("task", task.json()), "output", writes);
        });
    }

    private static NodeResult task(A2aClient client, ActivityCall call, String method)
            throws IOException, InterruptedException {
        String id = call.node().inputs().string("taskId").orElse("");
        return NodeResult.done(JsonObject.of("task", client.call(method, JsonObject.of("id", id))));
    }

    private static NodeResult stream(A2aClient client, ActivityCall call, Carried carried)
            throws IOException, InterruptedException {
        JsonObject params = JsonObject.of(
                "message",
                Conversation.ready(
                        message(call),
                        call.invocationId(),
                        call.node().inputs().string("taskId").orElse(null),
                        carried));
        List<JsonValue> events = new ArrayList<>();
        JsonObject last = JsonObject.EMPTY;
        try (InputStream body = client.open("message/stream", params, "text/event-stream")
                        .body();
                var _ = call.onCancel(body);
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            StringBuilder data = new StringBuilder();
            for (String line = lines.readLine(); line != null && events.size() < MOST_EVENTS; line = lines.readLine()) {
                if (line.startsWith("data:")) {
                    data.append(line.substring("data:".length()).strip());
                } else if (line.isEmpty() && !data.isEmpty()) {
                    last = A2aClient.result(A2aClient.parsed(data.toString().getBytes(StandardCharsets.UTF_8)));
                    call.show("a2a", last);
                    events.add(last);
                    data.setLength(0);
                } else if (line.startsWith("{")) {
                    // No stream but an answer, which refuses.
                    last = A2aClient.result(A2aClient.parsed(line.getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
        return NodeResult.done(JsonObject.of("terminal", last)
                .with("events", new JsonArray(events))
                .with("eventCount", events.size()));
    }
}

package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCode;
import dev.waybill.runtime.guided.GuidedRefusal;
import dev.waybill.runtime.guided.GuidedTools;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A workflow of two steps, in memory. It answers in every shape that the contract has, and tells what it was given.
final class TwoSteps implements GuidedTools {

    static final String WORKFLOW = "two-steps";

    /// A start whose context says `waits` waits for one whose context says `releases`.
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public GuidedAnswer list(JsonObject arguments, Client client) {
        only(arguments);
        JsonObject workflow = JsonObject.builder()
                .put("workflowId", WORKFLOW)
                .put("name", "Two steps")
                .build();
        return answer(
                JsonObject.builder().put("workflows", JsonArray.of(workflow)).build(), client);
    }

    @Override
    public GuidedAnswer inspect(JsonObject arguments, Client client) {
        only(arguments, "workflowId");
        if (!(arguments.get("workflowId") instanceof JsonString(var id))) {
            throw new GuidedRefusal(
                    GuidedCode.INVALID_ARGUMENT, "workflowId must be a string", "Send workflowId as a string.");
        }
        JsonObject step = JsonObject.builder().put("stepId", "first").build();
        return answer(
                JsonObject.builder()
                        .put("workflowId", id)
                        .put("steps", JsonArray.of(step))
                        .build(),
                client);
    }

    @Override
    public GuidedAnswer start(JsonObject arguments, Client client) {
        only(arguments, "workflowId", "context", "parent");
        if (arguments.string("workflowId").orElse("").equals("broken")) {
            throw new IllegalStateException("the disk is full");
        }
        JsonObject context = arguments.object("context").orElse(JsonObject.EMPTY);
        take(context);
        JsonObject lineage = JsonObject.builder().put("context", context).build();
        return answer(step("st.v1.one", "first", "ack.v1.one").with("lineage", lineage), client);
    }

    @Override
    public GuidedAnswer advance(JsonObject arguments, Client client) {
        only(arguments, "stateToken", "ackToken", "context", "output");
        return switch (arguments.string("stateToken").orElse("")) {
            case "st.v1.one" -> answer(arguments.has("output") ? second() : blocked(), client);
            case "st.v1.two" -> answer(complete(), client);
            default ->
                throw new GuidedRefusal(
                        GuidedCode.TOKEN_MALFORMED,
                        "stateToken is not a token of this program",
                        "Copy stateToken exactly from the last answer.");
        };
    }

    @Override
    public GuidedAnswer resume(JsonObject arguments, Client client) {
        only(arguments, "stateToken");
        return answer(step("st.v1.one", "first", "ack.v1.fresh"), client);
    }

    @Override
    public GuidedAnswer find(JsonObject arguments, Client client) {
        only(arguments, "sessionId", "workflow", "limit");
        JsonObject run = step("st.v1.one", "first", "ack.v1.one")
                .without("ackToken")
                .without("isComplete")
                .with(
                        "pending",
                        JsonObject.builder()
                                .put("stepId", "first")
                                .put("title", "The first step")
                                .build())
                .with("workflowId", new JsonString(WORKFLOW))
                .with("status", new JsonString("waiting-external"))
                .with("updatedAt", new JsonString("2026-11-16T10:00:00Z"));
        return answer(
                JsonObject.builder()
                        .put("runs", JsonArray.of(run))
                        .put("more", 0)
                        .build(),
                client);
    }

    @Override
    public GuidedAnswer checkpoint(JsonObject arguments, Client client) {
        only(arguments, "stateToken", "notesMarkdown");
        JsonObject step = step("st.v1.one", "first", "ack.v1.one");
        return answer(
                JsonObject.builder()
                        .put("stateToken", "st.v1.one")
                        .put("stepId", "first")
                        .put("recordedAt", "2026-11-16T10:00:00Z")
                        .put("session", step.object("session").orElseThrow())
                        .put("workflowId", WORKFLOW)
                        .build(),
                client);
    }

    private static JsonObject second() {
        return step("st.v1.two", "second", "ack.v1.two");
    }

    private static JsonObject blocked() {
        JsonObject why = JsonObject.builder().put("code", "MISSING_NOTES").build();
        return step("st.v1.one", "first", "ack.v1.one").with("blocked", why);
    }

    private static JsonObject complete() {
        return step("st.v1.end", "second", "ack.v1.two")
                .with("pending", JsonNull.NULL)
                .with("ackToken", JsonNull.NULL)
                .with("isComplete", JsonBool.TRUE);
    }

    private static JsonObject step(String state, String stepId, String ack) {
        return JsonObject.builder()
                .put("stateToken", state)
                .put(
                        "pending",
                        JsonObject.builder()
                                .put("stepId", stepId)
                                .put("title", "The " + stepId + " step")
                                .put("prompt", "Do it.")
                                .put("requireConfirmation", false)
                                .build())
                .put("ackToken", ack)
                .put("isComplete", false)
                .put(
                        "session",
                        JsonObject.builder()
                                .put("sessionId", "AUTH-1234")
                                .put("runId", "run-1")
                                .build())
                .build();
    }

    private static GuidedAnswer answer(JsonObject structured, Client client) {
        JsonObject meta = JsonObject.builder()
                .put("test/tenant", client.caller().tenant())
                .put("test/agent", String.valueOf(client.agent()))
                .put("test/meta", client.meta())
                .build();
        return new GuidedAnswer(structured, "In words: " + structured, meta, false);
    }

    private static void only(JsonObject arguments, String... fields) {
        for (String name : arguments.names()) {
            if (!List.of(fields).contains(name)) {
                throw new GuidedRefusal(
                        GuidedCode.UNKNOWN_FIELD, "there is no field \"" + name + "\"", "Leave it out.");
            }
        }
    }

    /// Takes as long as the context says.
    private void take(JsonObject context) {
        if (context.has("releases")) {
            released.countDown();
        }
        try {
            if (context.has("waits")) {
                released.await();
            }
            if (context.get("sleepMillis") instanceof JsonNumber number) {
                Thread.sleep(number.asInteger().orElseThrow());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

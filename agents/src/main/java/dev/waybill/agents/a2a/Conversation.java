package dev.waybill.agents.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.AgentRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One task of another agent, from the first message to its end. What the other agent asks is asked here, and its
/// answer goes on there: the node is executed again with what was said, and finds its task by the name of its question.
final class Conversation {

    private static final String KEY = "a2a:";
    private static final String ANSWER = "answer";
    private static final String AGENT = "waybill.a2a";
    private static final long FIRST_PAUSE = 50;
    private static final long LONGEST_PAUSE = 2_000;

    private final A2aClient client;
    private final ActivityCall call;
    private final Carried carried;
    private final String tool;

    /// @param tool what the other agent is called in the log
    Conversation(A2aClient client, ActivityCall call, Carried carried, String tool) {
        this.client = client;
        this.call = call;
        this.carried = carried;
        this.tool = tool;
    }

    /// @param message the first one, without its ids
    /// @param done what the node gives for a task that is complete
    NodeResult hold(JsonObject message, @Nullable String taskId, Function<RemoteTask, NodeResult> done)
            throws IOException, InterruptedException {
        RemoteTask task = null;
        try {
            task = next(message, taskId);
            task = settled(task);
        } catch (InterruptedException | IOException e) {
            // Whoever takes the run over goes on with the task; only who does not want it any more ends it.
            if (call.isUnwanted()) {
                cancel(message, taskId, task);
            }
            throw e;
        }
        return end(task, done);
    }

    private RemoteTask next(JsonObject message, @Nullable String taskId) throws IOException, InterruptedException {
        List<String> asked = call.node().answers().names().stream()
                .filter(name -> name.startsWith(KEY))
                .toList();
        if (asked.isEmpty()) {
            return send(message, call.invocationId(), taskId);
        }
        String last = asked.getLast();
        String task = last.substring(KEY.length(), last.lastIndexOf(':'));
        // Sent twice it is one message: its id says so.
        return send(reply(call.node().answers().get(last)), call.invocationId() + ":" + asked.size(), task);
    }

    /// What a person said: words go on as text, and an object as data.
    private static JsonObject reply(@Nullable JsonValue answer) {
        JsonObject said = answer instanceof JsonObject object ? object : JsonObject.EMPTY;
        JsonValue value = said.object("answers").map(it -> it.get(ANSWER)).orElse(said);
        JsonObject part = value instanceof JsonString text
                ? JsonObject.builder().put("kind", "text").put("text", text).build()
                : JsonObject.builder().put("kind", "data").put("data", value).build();
        return JsonObject.builder()
                .put("role", "user")
                .put("parts", JsonArray.of(part))
                .build();
    }

    private RemoteTask send(JsonObject message, String messageId, @Nullable String taskId)
            throws IOException, InterruptedException {
        JsonObject params = JsonObject.builder()
                .put("message", ready(message, messageId, taskId, carried))
                .put(
                        "configuration",
                        JsonObject.builder().put("blocking", false).build())
                .build();
        return new RemoteTask(client.call("message/send", params));
    }

    /// The message with its ids, and with what travels beside it.
    static JsonObject ready(JsonObject message, String messageId, @Nullable String taskId, Carried carried) {
        JsonObject filled = message.with("kind", "message")
                .with("messageId", messageId)
                .with("role", message.string("role").orElse("user"))
                .with("metadata", carried.intoA2a(message.object("metadata").orElse(JsonObject.EMPTY)));
        return taskId == null ? filled : filled.with("taskId", taskId);
    }

    private RemoteTask settled(RemoteTask first) throws IOException, InterruptedException {
        RemoteTask task = first;
        long pause = FIRST_PAUSE;
        while (task.isUnderWay() && !task.id().isEmpty()) {
            Thread.sleep(pause);
            pause = Math.min(LONGEST_PAUSE, pause * 2);
            task = new RemoteTask(client.call(
                    "tasks/get", JsonObject.builder().put("id", task.id()).build()));
        }
        return task;
    }

    /// A message that was cut off may have made a task all the same. Sent again it is the same message, and its answer
    /// names the task.
    private void cancel(JsonObject message, @Nullable String taskId, @Nullable RemoteTask known) {
        boolean interrupted = Thread.interrupted();
        try {
            RemoteTask task = known == null ? next(message, taskId) : known;
            if (!task.id().isEmpty()) {
                client.call(
                        "tasks/cancel",
                        JsonObject.builder().put("id", task.id()).build());
            }
        } catch (IOException _) {
            // It has ended meanwhile, or nobody answers: the run here ends in any case.
        } catch (InterruptedException _) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private NodeResult end(RemoteTask task, Function<RemoteTask, NodeResult> done) {
        if (task.waits()) {
            return new NodeResult.Ask(List.of(question(task)));
        }
        report(task);
        return switch (task.state()) {
            case "completed" -> done.apply(task);
            case "rejected" -> NodeResult.failed("rejected_by_remote", told("the agent rejected the task", task));
            case "canceled" -> NodeResult.failed("cancelled_by_remote", told("the task was cancelled there", task));
            case "failed" -> NodeResult.failed("failed_by_remote", told("the task failed there", task));
            // An agent may answer with a message, and make no task of it.
            default ->
                task.json().string("kind").orElse("").equals("message")
                        ? done.apply(task)
                        : NodeResult.failed("unknown_by_remote", "the agent does not say how the task stands");
        };
    }

    private static String told(String what, RemoteTask task) {
        return task.words().isEmpty() ? what : what + ": " + task.words();
    }

    private Question question(RemoteTask task) {
        int turn = 1
                + (int) call.node().answers().names().stream()
                        .filter(name -> name.startsWith(KEY))
                        .count();
        boolean signIn = task.state().equals("auth-required");
        JsonObject data = JsonObject.builder()
                .put(
                        "questions",
                        JsonArray.of(JsonObject.builder()
                                .put("id", ANSWER)
                                .put("question", task.asked())
                                .build()))
                .putIfPresent("contextType", signIn ? "auth_required_by_remote" : null)
                .build();
        return new Question(KEY + task.id() + ":" + turn, Question.CLARIFICATION, data, null, null);
    }

    /// The call and its return, which the end of the run there led to.
    private void report(RemoteTask task) {
        String node = call.node().node().id();
        String agent = Optional.ofNullable(call.node().node().agent())
                .map(AgentRef::agentId)
                .orElse(AGENT);
        String id = call.invocationId();
        call.report(new AgentFact.AgentToolCalled(node, agent, tool, id, null, AgentFact.ToolTransport.HTTP));
        boolean good = task.state().equals("completed");
        AgentFact returned = new AgentFact.AgentToolReturned(
                node,
                agent,
                tool,
                id,
                null,
                good ? null : RunError.of("remote_" + task.state(), told("the task is " + task.state(), task)),
                good ? AgentFact.ToolStatus.OK : AgentFact.ToolStatus.ERROR);
        Optional<HostEvent> cause =
                task.run().filter(run -> !run.hostId().equals(here())).flatMap(run -> run.event(task.summary(run)));
        if (cause.isPresent()) {
            call.report(returned, cause.get());
        } else {
            call.report(returned);
        }
    }

    private String here() {
        RemoteRun parent = carried.parent();
        return parent == null ? "" : parent.hostId();
    }
}

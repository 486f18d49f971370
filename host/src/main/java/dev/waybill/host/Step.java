package dev.waybill.host;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One step of a [Workflow]: where its inputs come from, what comes before it, how often it is tried.
public final class Step {

    private final String id;
    private final String typeId;
    private final Map<String, JsonValue> inputs = new LinkedHashMap<>();
    private final Map<String, JsonValue> config = new LinkedHashMap<>();
    private final Map<String, JsonValue> settings = new LinkedHashMap<>();
    private List<String> after;
    private String port = "";
    private @Nullable String condition;
    private @Nullable String agentId;

    Step(String id, String typeId, List<String> after) {
        this.id = id;
        this.typeId = typeId;
        this.after = after;
    }

    String id() {
        return id;
    }

    /// Takes variables of the run, each under its own name.
    public Step variables(String... names) {
        for (String name : names) {
            input(name, "variable", "variableName", new JsonString(name));
        }
        return this;
    }

    /// Takes an output of another step under the same name.
    public Step output(String step, String name) {
        return output(step, name, name);
    }

    /// @param as the name of the input
    public Step output(String step, String name, String as) {
        inputs.put(
                as,
                JsonObject.builder()
                        .put("type", "connection")
                        .put("nodeId", step)
                        .put("outputKey", name)
                        .build());
        return this;
    }

    /// Takes a value that is known now.
    public Step value(String name, Object value) {
        input(name, "static", "value", Values.json(value));
        return this;
    }

    /// Takes a value that is computed when the step starts, such as `variables.first + ' ' + variables.last`.
    public Step computed(String name, String expression) {
        input(name, "expression", "expression", new JsonString(expression));
        return this;
    }

    private void input(String name, String type, String member, JsonValue value) {
        inputs.put(
                name, JsonObject.builder().put("type", type).put(member, value).build());
    }

    /// A setting of its type; `waybill nodes TYPE` shows them.
    public Step config(String name, Object value) {
        config.put(name, Values.json(value));
        return this;
    }

    /// Comes after these steps, when all of them are done, instead of after the one before. Without names it starts
    /// with the run.
    public Step after(String... steps) {
        after = List.of(steps);
        return this;
    }

    /// Comes after a step only when that leaves by this port: `rejected`, `error`, or one that the step names.
    public Step afterPort(String step, String leaving) {
        after = List.of(step);
        port = leaving;
        return this;
    }

    /// Only when this holds; otherwise it is skipped.
    public Step when(String expression) {
        condition = expression;
        return this;
    }

    /// Tries again when it fails, so often, each wait twice as long as the one before.
    public Step retry(int times, Duration firstWait) {
        settings.put("maxRetries", JsonNumber.of(times));
        settings.put("retryDelayMs", JsonNumber.of(firstWait.toMillis()));
        return this;
    }

    /// How long one attempt may take.
    public Step timeout(Duration most) {
        settings.put("timeout", JsonNumber.of(most.toMillis()));
        return this;
    }

    /// Names the agent that does it; receipts and traces will.
    public Step by(String agent) {
        agentId = agent;
        return this;
    }

    JsonObject node() {
        return JsonObject.builder()
                .put("id", id)
                .put("typeId", typeId)
                .put("name", id)
                .put("config", new JsonObject(config))
                .put("inputs", new JsonObject(inputs))
                .put("settings", new JsonObject(settings))
                .putIfPresent(
                        "agent",
                        agentId == null
                                ? null
                                : JsonObject.builder().put("agentId", agentId).build())
                .build();
    }

    List<JsonObject> edges() {
        List<JsonObject> edges = new ArrayList<>();
        for (String source : after) {
            edges.add(JsonObject.builder()
                    .put("id", source + "-" + id)
                    .put("sourceNodeId", source)
                    .put("targetNodeId", id)
                    .putIfPresent("sourceOutput", port.isEmpty() ? null : port)
                    .putIfPresent(
                            "condition",
                            condition == null
                                    ? null
                                    : JsonObject.builder()
                                            .put("type", "expression")
                                            .put("expression", condition)
                                            .build())
                    .build());
        }
        return edges;
    }
}

package dev.waybill.host;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent as a program describes it: what the manifest of a pack says, in Java.
public final class AgentSpec {

    private final String agentId;
    private String prompt = "";
    private String description = "";
    private String modelClass = "general";
    private List<String> tools = List.of();
    private boolean remembers;
    private @Nullable Double threshold;
    private @Nullable JsonObject result;

    AgentSpec(String agentId) {
        this.agentId = agentId;
    }

    /// What it is told about its work.
    public AgentSpec prompt(String text) {
        prompt = text;
        return this;
    }

    /// What it is for, in a sentence: a supervisor that thinks reads it.
    public AgentSpec description(String sentence) {
        description = sentence;
        return this;
    }

    /// How demanding the work is (`general` unless you say otherwise); the settings say which model that means.
    public AgentSpec modelClass(String name) {
        modelClass = name;
        return this;
    }

    /// The tools that it may call, and no others: `openwop:TYPE` is a node type or an activity of yours,
    /// `mcp:SERVER/TOOL` a tool of an MCP server.
    public AgentSpec tools(String... allowed) {
        tools = List.of(allowed);
        return this;
    }

    /// Lets it remember what it came to before.
    public AgentSpec remembering() {
        remembers = true;
        return this;
    }

    /// Below this confidence a person decides what becomes of its result.
    public AgentSpec threshold(double confidence) {
        threshold = confidence;
        return this;
    }

    /// What its result must look like: the model is asked for exactly this record.
    public AgentSpec result(Class<? extends Record> type) {
        result = RecordSchema.of(type);
        return this;
    }

    /// The same as a JSON Schema.
    public AgentSpec result(JsonObject schema) {
        result = schema;
        return this;
    }

    AgentManifest manifest() {
        JsonObject json = JsonObject.builder()
                .put("agentId", agentId)
                .put("persona", agentId)
                .put("description", description)
                .put("modelClass", modelClass)
                .put("toolAllowlist", JsonArray.ofStrings(tools))
                .putIfPresent("memoryShape", remembers ? JsonObject.of("longTerm", true) : null)
                .putIfPresent(
                        "confidence",
                        threshold == null
                                ? null
                                : JsonObject.of("defaultThreshold", new JsonNumber(threshold.toString())))
                .build();
        return new AgentManifest(json, "program", prompt, null, result);
    }
}

package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent of a pack, with what its manifest refers to.
///
/// @param json the manifest as it was written
/// @param promptSource where the system prompt comes from: a file of the pack, or that it stands in the manifest
/// @param prompt the system prompt
/// @param task what it takes; null when anything
/// @param result what it gives; null when anything
public record AgentManifest(
        JsonObject json,
        String promptSource,
        String prompt,
        @Nullable JsonObject task,
        @Nullable JsonObject result) {

    public String agentId() {
        return text("agentId");
    }

    public String persona() {
        return text("persona");
    }

    public String label() {
        return json.string("label").orElseGet(this::persona);
    }

    /// How demanding the work is; the host knows which model that means.
    public String modelClass() {
        return text("modelClass");
    }

    /// The tools that it may call. Without a list it may call none: what nobody allowed is not allowed.
    public List<String> toolAllowlist() {
        return texts("toolAllowlist");
    }

    public List<String> requiresCapabilities() {
        return texts("requiresCapabilities");
    }

    public MemoryShape memory() {
        return MemoryShape.of(json.object("memoryShape").orElse(JsonObject.EMPTY));
    }

    /// How sure it has to be of what it decides; null where the host's usual threshold holds.
    public @Nullable JsonNumber threshold() {
        return json.object("confidence").orElse(JsonObject.EMPTY).get("defaultThreshold") instanceof JsonNumber number
                ? number
                : null;
    }

    /// A reference to a prompt that replaces or adds to its own, by kind.
    public @Nullable JsonValue promptOverride(String kind) {
        return json.object("promptOverrides").orElse(JsonObject.EMPTY).get(kind);
    }

    /// What people and programs are told of it: never its prompt, its schemas or a secret.
    ///
    /// @param degraded what it needs and this host does not have
    public JsonObject entry(Pack pack, List<String> degraded) {
        return JsonObject.builder()
                .put("agentId", agentId())
                .put("persona", persona())
                .put("label", label())
                .putIfPresent("description", json.string("description").orElse(null))
                .put("modelClass", modelClass())
                .put("packName", pack.name())
                .put("packVersion", pack.version())
                .put("toolAllowlist", JsonArray.ofStrings(toolAllowlist()))
                .put("hasHandoffSchemas", task != null || result != null)
                .putIfPresent("memoryShape", json.get("memoryShape"))
                .putIfPresent("confidenceThreshold", threshold())
                .putIfPresent("degraded", degraded.isEmpty() ? null : JsonArray.ofStrings(degraded))
                .build();
    }

    private String text(String name) {
        return json.string(name).orElseThrow();
    }

    private List<String> texts(String name) {
        return json.array(name).orElse(JsonArray.EMPTY).items().stream()
                .flatMap(item -> item.asString().stream())
                .toList();
    }
}

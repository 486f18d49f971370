package dev.waybill.journal.memory;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the memory of a run lies. It is fixed with the run's header, for the runs that use memory.
///
/// @param path the run's place among those that share the scope; it sees what is written at or below it
/// @param run the run whose own writes it sees; in a replay its source, for a replay writes nothing
/// @param below what it sees besides, as it was when the run began
public record RunMemory(MemoryScope scope, String path, RunId run, List<MemoryLayer> below) {

    /// In a header's options.
    public static final String OPTION = "memory";

    /// In the hidden part of an event: the version of the scope that the run sees from there on.
    public static final String SEEN = "memory";

    /// In the hidden part of an event that tells of a write: the digest of what was written.
    public static final String CONTENT = "memoryContent";

    public RunMemory {
        below = List.copyOf(below);
    }

    /// The memory of a run that nobody handed anything over to.
    public static RunMemory of(MemoryScope scope, RunId run) {
        return new RunMemory(scope, "", run, List.of());
    }

    /// A memory of its own for a fork or an isolated child, over what is seen now.
    public static RunMemory over(MemoryView seen, String tenant, RunId run) {
        return new RunMemory(MemoryScope.own(tenant, run), "", run, seen.layers());
    }

    /// The memory of a child that writes where this run does. It sees what this run sees now and what it writes itself,
    /// and nothing of its siblings.
    public RunMemory shared(MemoryView seen, RunId child) {
        return new RunMemory(scope, path + child.value() + "/", child, seen.layers());
    }

    /// What the run sees.
    ///
    /// @param version of its scope
    /// @param before its own writes are seen up to this event
    public MemoryView at(long version, long before) {
        List<MemoryLayer> layers = new ArrayList<>();
        layers.add(new MemoryLayer(scope, path, version, run, before));
        layers.addAll(below);
        return new MemoryView(layers);
    }

    /// Empty for a run that does not use memory.
    public static Optional<RunMemory> of(RunHeader header) {
        return of(header, OPTION);
    }

    /// What a run sees of something else than memory, by the same rules.
    ///
    /// @param option in the header
    public static Optional<RunMemory> of(RunHeader header, String option) {
        return header.options().object(option).map(json -> ofJson(header.tenant(), json));
    }

    /// In a header's options.
    public JsonObject into(JsonObject options) {
        return into(options, OPTION);
    }

    public JsonObject into(JsonObject options, String option) {
        List<JsonValue> layers = new ArrayList<>();
        below.forEach(layer -> layers.add(layer.toJson()));
        return options.with(
                option,
                JsonObject.builder()
                        .put("scope", scope.name())
                        .put("path", path)
                        .put("run", run.value())
                        .put("below", new JsonArray(layers))
                        .build());
    }

    private static RunMemory ofJson(String tenant, JsonObject json) {
        List<MemoryLayer> below = new ArrayList<>();
        json.array("below")
                .orElse(JsonArray.EMPTY)
                .forEach(layer ->
                        below.add(MemoryLayer.ofJson(tenant, layer.asObject().orElseThrow())));
        return new RunMemory(
                new MemoryScope(tenant, json.string("scope").orElseThrow()),
                json.string("path").orElseThrow(),
                new RunId(json.string("run").orElseThrow()),
                below);
    }
}

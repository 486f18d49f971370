package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// What a test suite changes about a host while it runs: workflows that it brings, and capabilities that the host
/// is to do without. Nothing of it outlives the process.
public final class TestSeams implements DefinitionSource {

    private final DefinitionSource others;
    private final ModelSeam models;
    private final Map<String, WorkflowDefinition> brought = new ConcurrentSkipListMap<>();
    private final Map<String, JsonValue> overlay = new ConcurrentSkipListMap<>();

    /// @param others the workflows that are there anyway
    public TestSeams(DefinitionSource others) {
        this(others, ModelSeam.NONE);
    }

    public TestSeams(DefinitionSource others, ModelSeam models) {
        this.others = others;
        this.models = models;
    }

    ModelSeam models() {
        return models;
    }

    @Override
    public Optional<WorkflowDefinition> find(String definitionId) {
        WorkflowDefinition definition = brought.get(definitionId);
        return definition == null ? others.find(definitionId) : Optional.of(definition);
    }

    @Override
    public List<String> ids() {
        List<String> all = new ArrayList<>(others.ids());
        all.addAll(brought.keySet());
        return all;
    }

    @Override
    public List<WorkflowDefinition> all() {
        List<WorkflowDefinition> all = new ArrayList<>(brought.values());
        others.all().stream().filter(it -> !brought.containsKey(it.id())).forEach(all::add);
        return all;
    }

    void bring(WorkflowDefinition definition) {
        bring(definition.id(), definition);
    }

    /// @param name by which others hand over to it; suites name workers as no workflow may be called
    void bring(String name, WorkflowDefinition definition) {
        brought.put(name, definition);
    }

    void reset() {
        brought.clear();
        overlay.clear();
        models.reset();
    }

    /// Says something else of a capability; null says what is true again.
    void say(String flag, JsonValue value) {
        overlay.put(flag, value);
    }

    void sayTheTruth(String flag) {
        overlay.remove(flag);
    }

    JsonObject overlay() {
        JsonObject.Builder json = JsonObject.builder();
        overlay.forEach(json::put);
        return json.build();
    }

    /// The capability that a workflow needs and that is switched off; empty when there is none.
    Optional<Gated> gated(WorkflowDefinition definition) {
        return definition.nodes().stream()
                .flatMap(Gated::of)
                .filter(gated -> overlay.entrySet().stream()
                        .anyMatch(entry -> gated.isSwitchedOffBy(entry.getKey(), entry.getValue())))
                .findFirst();
    }
}

package dev.waybill.agents.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// Workers on other hosts beside those of this one: the name of a configured agent is the name of a workflow with one
/// node, which hands the work over. So a hand-over to another host has a run here that stands for it, with its log, its
/// receipts, its questions and its end, and goes through the same phases as any other.
///
/// A workflow of this host goes before an agent of the same name.
public final class RemoteWorkers implements DefinitionSource {

    static final String TYPE = "waybill.a2a.worker";

    private final DefinitionSource here;
    private final JsonObject agents;

    private RemoteWorkers(DefinitionSource here, JsonObject agents) {
        this.here = here;
        this.agents = agents;
    }

    /// @param agents by name, as the setting `agents.remote` has them
    public static DefinitionSource beside(DefinitionSource here, JsonObject agents) {
        return agents.isEmpty() ? here : new RemoteWorkers(here, agents);
    }

    @Override
    public Optional<WorkflowDefinition> find(String definitionId) {
        return here.find(definitionId)
                .or(() -> agents.has(definitionId) ? Optional.of(worker(definitionId)) : Optional.empty());
    }

    @Override
    public List<String> ids() {
        return here.ids();
    }

    private static WorkflowDefinition worker(String name) {
        JsonObject node = JsonObject.of("id", "remote")
                .with("typeId", TYPE)
                .with("name", name)
                .with("position", JsonObject.of("x", 0).with("y", 0))
                .with("config", JsonObject.of("baseUrl", RemoteAgent.base(name)))
                .with("inputs", JsonObject.EMPTY);
        JsonObject document = JsonObject.of("id", name)
                .with("name", name)
                .with("version", "1.0.0")
                .with("triggers", JsonArray.EMPTY)
                .with("variables", JsonArray.EMPTY)
                .with("nodes", JsonArray.of(node))
                .with("edges", JsonArray.EMPTY)
                .with("metadata", JsonObject.of("a2a", false))
                .with("settings", JsonObject.EMPTY);
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException("no worker: " + bad.errors());
        };
    }
}

package dev.waybill.runtime;

import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// Where definitions come from when one is named: a folder, a registry.
public interface DefinitionSource {

    Optional<WorkflowDefinition> find(String definitionId);

    /// What can be found, as far as that can be listed; for hints.
    default List<String> ids() {
        return List.of();
    }

    /// Everything that can be listed and used.
    default List<WorkflowDefinition> all() {
        return ids().stream().flatMap(id -> find(id).stream()).toList();
    }

    /// Nothing is found.
    DefinitionSource NONE = _ -> Optional.empty();
}

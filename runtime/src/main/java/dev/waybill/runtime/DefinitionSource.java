package dev.waybill.runtime;

import dev.waybill.workflow.WorkflowDefinition;
import java.util.Optional;

/// Where definitions come from when one is named: a folder, a registry.
public interface DefinitionSource {

    Optional<WorkflowDefinition> find(String definitionId);

    /// Nothing is found.
    DefinitionSource NONE = _ -> Optional.empty();
}

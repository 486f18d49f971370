package dev.waybill.doors.rest.api;

import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Optional;

/// Definitions as a list shows them: a file that cannot be used is not among them, and the start has told so.
final class Known {

    private Known() {}

    static List<String> ids(DefinitionSource source) {
        return source.ids().stream().distinct().sorted().toList();
    }

    static Optional<WorkflowDefinition> find(DefinitionSource source, String id) {
        try {
            return source.find(id);
        } catch (Refused _) {
            return Optional.empty();
        }
    }
}

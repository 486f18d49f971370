package dev.waybill.workflow;

import java.util.List;

/// What became of a definition: an ordinary answer, so the caller must look.
public sealed interface Read {

    /// It can run.
    ///
    /// @param warnings what is odd about it, in the order of the document's sections
    record Ok(WorkflowDefinition definition, List<DefinitionError> warnings) implements Read {
        public Ok {
            warnings = List.copyOf(warnings);
        }
    }

    /// It cannot, for all of these reasons at once.
    record Bad(List<DefinitionError> errors) implements Read {
        public Bad {
            errors = List.copyOf(errors);
            if (errors.isEmpty()) {
                throw new IllegalArgumentException("a bad definition has at least one error");
            }
        }
    }
}

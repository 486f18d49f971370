package dev.waybill.workflow.guided;

import dev.waybill.workflow.DefinitionError;
import java.util.List;

/// What became of a guided workflow: an ordinary answer, so the caller must look.
public sealed interface GuidedRead {

    /// It can run.
    ///
    /// @param warnings what is odd about the source
    record Ok(GuidedWorkflow workflow, List<DefinitionError> warnings) implements GuidedRead {
        public Ok {
            warnings = List.copyOf(warnings);
        }
    }

    /// It cannot, for all of these reasons at once; pointers lead into the source.
    record Bad(List<DefinitionError> errors) implements GuidedRead {
        public Bad {
            errors = List.copyOf(errors);
            if (errors.isEmpty()) {
                throw new IllegalArgumentException("a bad workflow has at least one error");
            }
        }
    }
}

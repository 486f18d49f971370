package dev.waybill.engine.guided;

import java.util.List;

/// What became of a request's payload.
public sealed interface PayloadRead {

    record Accepted(Payload payload, List<Warning> warnings) implements PayloadRead {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// Nobody could use it, whatever the step; nothing is to be recorded.
    record Refused(List<Blocker> problems) implements PayloadRead {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /// Something that is accepted but probably not meant.
    ///
    /// @param field a JSON pointer into the request
    record Warning(String field, String message) {}
}

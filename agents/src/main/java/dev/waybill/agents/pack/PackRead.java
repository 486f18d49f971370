package dev.waybill.agents.pack;

import java.util.List;

/// What became of reading a pack.
public sealed interface PackRead {

    record Ok(Pack pack) implements PackRead {}

    /// @param problems all of them, not just the first
    record Bad(List<PackProblem> problems) implements PackRead {
        public Bad {
            problems = List.copyOf(problems);
        }
    }
}

package dev.waybill.workflow.guided;

import java.util.List;

/// Something that the agent judges, in one or more dimensions.
public record Assessment(String id, String purpose, List<Dimension> dimensions) {

    /// @param levels the words to choose from, two or more
    public record Dimension(String id, String purpose, List<String> levels, boolean required) {
        public Dimension {
            levels = List.copyOf(levels);
        }
    }

    public Assessment {
        dimensions = List.copyOf(dimensions);
    }
}

package dev.waybill.workflow;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonValue;
import java.util.Optional;

/// A variable of a run: its default first, then the run's inputs over it.
///
/// @param required a run cannot start without a value
/// @param sensitive the value is masked wherever it is stored or shown
public record WorkflowVariable(
        String name, VariableType type, boolean required, Optional<JsonValue> defaultValue, boolean sensitive) {

    public WorkflowVariable {
        Checks.notEmpty("a variable's name", name);
        if (!defaultValue.map(value -> fits(type, value)).orElse(true)) {
            throw new IllegalArgumentException("the default of %s must be a %s".formatted(name, type.wire()));
        }
    }

    /// Null stands for "no default", as authors write it.
    static boolean fits(VariableType type, JsonValue value) {
        return value == JsonNull.NULL || type.accepts(value);
    }
}

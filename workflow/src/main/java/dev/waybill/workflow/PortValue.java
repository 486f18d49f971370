package dev.waybill.workflow;

import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Expression;
import java.util.Objects;

/// Where a node's input comes from.
public sealed interface PortValue {

    /// Written in the definition.
    record Static(JsonValue value) implements PortValue {
        public Static {
            Objects.requireNonNull(value);
        }
    }

    /// A variable of the run.
    ///
    /// @param optional absent is fine; otherwise the node fails without it
    record Variable(String name, boolean optional) implements PortValue {
        public Variable {
            Checks.notEmpty("a variable's name", name);
        }
    }

    /// An output of another node.
    ///
    /// @param optional absent is fine; otherwise the node fails without it
    record Connection(String nodeId, String outputKey, boolean optional) implements PortValue {
        public Connection {
            Checks.notEmpty("a node id", nodeId);
            Checks.notEmpty("an output key", outputKey);
        }
    }

    /// Computed when the node starts.
    record Computed(Expression expression) implements PortValue {
        public Computed {
            Objects.requireNonNull(expression);
        }
    }
}

package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// One schema, compiled. It is filled after it is made, because schemas may refer to themselves.
final class SchemaNode {

    /// One rule over a value.
    interface Rule {
        void check(JsonValue value, Validation validation);
    }

    private final String pointer;
    private final List<Rule> rules = new ArrayList<>();
    private final List<SchemaNode> inPlace = new ArrayList<>();
    private boolean nothing;

    SchemaNode(String pointer) {
        this.pointer = pointer;
    }

    void add(Rule rule) {
        rules.add(rule);
    }

    /// Notes a schema that is applied to the same value: a circle of these would never end.
    SchemaNode applies(SchemaNode other) {
        inPlace.add(other);
        return other;
    }

    /// Makes this the schema `false`, which nothing fits.
    void refuseEverything() {
        nothing = true;
        rules.add((value, validation) ->
                validation.violation("false", () -> "expected nothing here, found " + Shown.value(value)));
    }

    boolean refusesEverything() {
        return nothing;
    }

    List<Rule> rules() {
        return rules;
    }

    List<SchemaNode> inPlace() {
        return inPlace;
    }

    String pointer() {
        return pointer;
    }
}

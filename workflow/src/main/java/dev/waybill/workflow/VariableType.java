package dev.waybill.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;

/// The type of a variable, in the words of the definition.
public enum VariableType {
    STRING("string"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    OBJECT("object"),
    ARRAY("array");

    private final String wire;

    VariableType(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    /// Whether a value is of this type. Null is of none: a variable without a value is absent.
    public boolean accepts(JsonValue value) {
        return switch (this) {
            case STRING -> value instanceof JsonString;
            case NUMBER -> value instanceof JsonNumber;
            case BOOLEAN -> value instanceof JsonBool;
            case OBJECT -> value instanceof JsonObject;
            case ARRAY -> value instanceof JsonArray;
        };
    }
}

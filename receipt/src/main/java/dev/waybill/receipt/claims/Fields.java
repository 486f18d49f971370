package dev.waybill.receipt.claims;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An object, member by member. The table's order decides which of several faults is reported, so
/// that the answer does not depend on the order in which an issuer wrote the members.
record Fields(List<Field> fields, boolean closed) implements Shape {

    /// Nothing but the listed members.
    static Fields closed(Field... fields) {
        return new Fields(List.of(fields), true);
    }

    /// The listed members and any others.
    static Fields open(Field... fields) {
        return new Fields(List.of(fields), false);
    }

    @Override
    public @Nullable Fault fault(JsonValue value) {
        if (!(value instanceof JsonObject object)) {
            return Fault.at(value, "an object");
        }
        int seen = 0;
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            JsonValue member = object.get(field.name());
            if (member != null) {
                seen++;
                Fault fault = field.shape().fault(member);
                if (fault != null) {
                    return fault.within(field.name());
                }
            } else if (field.required()) {
                return Fault.at(null, "a value").within(field.name());
            }
        }
        return closed && seen < object.size() ? stranger(object) : null;
    }

    private Fault stranger(JsonObject object) {
        for (String name : object.names()) {
            if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                return new Fault("", "no member of this name", "an unknown member").within(name);
            }
        }
        throw new IllegalStateException("an object cannot have more members than names");
    }

    /// A named member of an object.
    record Field(String name, boolean required, Shape shape) {
        static Field required(String name, Shape shape) {
            return new Field(name, true, shape);
        }

        static Field optional(String name, Shape shape) {
            return new Field(name, false, shape);
        }
    }
}

package dev.waybill.engine.flow;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;

/// Numbers as JSON writes them: doubles in their shortest spelling.
final class Figures {

    private Figures() {}

    static double of(JsonObject config, String name, double otherwise) {
        return config.get(name) instanceof JsonNumber number ? number.doubleValue() : otherwise;
    }

    /// @throws BadFlow when no JSON number says it
    static JsonNumber number(double value) {
        if (!Double.isFinite(value)) {
            throw new BadFlow(BadFlow.INPUT, "the result is no number that JSON could hold: " + value);
        }
        return new JsonNumber(Jcs.canonical(new JsonNumber(Double.toString(value))));
    }
}

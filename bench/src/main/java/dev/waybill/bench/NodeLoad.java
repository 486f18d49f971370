package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.util.Locale;

/// What one node or several did in a while, and what of the processors it took.
///
/// @param micros how long that was
/// @param nodes processor time of the nodes, in microseconds
/// @param server processor time of the database, in microseconds
record NodeLoad(double steps, double micros, double nodes, double server) {

    static final NodeLoad NONE = new NodeLoad(0, 0, 0, 0);

    static NodeLoad of(JsonObject answer) {
        return new NodeLoad(
                Child.number(answer, "steps"), Child.number(answer, "micros"), Child.number(answer, "cpu_micros"), 0);
    }

    NodeLoad withServer(double spent) {
        return new NodeLoad(steps, micros, nodes, spent);
    }

    /// Both at the same time.
    NodeLoad beside(NodeLoad other) {
        return new NodeLoad(
                steps + other.steps, Math.max(micros, other.micros), nodes + other.nodes, server + other.server);
    }

    /// One after the other.
    NodeLoad then(NodeLoad other) {
        return new NodeLoad(steps + other.steps, micros + other.micros, nodes + other.nodes, server + other.server);
    }

    double rate() {
        return steps * 1e6 / micros;
    }

    /// What a step took of the processors, nodes and server apart, beside what they had to give in that time.
    Figure processors(String what) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Figure(
                what + ": processors",
                String.format(Locale.ROOT, "%.0f+%.0f us/step", nodes / steps, server / steps),
                String.format(Locale.ROOT, "%.0f us", micros * cores / steps),
                (nodes + server) / (micros * cores),
                Figure.INFORMATIVE);
    }
}

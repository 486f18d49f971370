package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.Sampling;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a recorded request of one wire means: the question in our neutral form, read by other code than the wire's own,
/// so that the wire has to find its way back to the very request.
interface RecordedMeaning {

    /// @throws LeftOut when our form has no place for it
    ModelRequest of(JsonObject body, String model);

    /// The recorded body as ours would be written where both spellings mean the same.
    JsonObject usual(JsonObject body);

    /// Members that the neutral form has no name for: whoever asks gives them as options.
    static JsonObject options(JsonObject body, Set<String> named) {
        JsonObject options = body;
        for (String name : named) {
            options = options.without(name);
        }
        return options;
    }

    static @Nullable JsonNumber number(JsonObject in, String name) {
        return in.get(name) instanceof JsonNumber number ? number : null;
    }

    static @Nullable Long whole(JsonObject in, String name) {
        JsonNumber number = number(in, name);
        return number == null ? null : number.asInteger().orElseThrow();
    }

    /// @param names of temperature, top-p, top-k, the most tokens, the seed, and where to stop, as the wire has them
    static Sampling sampling(JsonObject in, List<String> names) {
        List<String> stop = new ArrayList<>();
        in.array(names.get(5))
                .ifPresent(all -> all.forEach(text -> stop.add(text.asString().orElseThrow())));
        return new Sampling(
                number(in, names.get(0)),
                number(in, names.get(1)),
                number(in, names.get(2)),
                whole(in, names.get(3)),
                whole(in, names.get(4)),
                stop);
    }

    /// @param parameters under which name its schema stands
    static ModelTool tool(JsonObject tool, String parameters) {
        return new ModelTool(
                tool.string("name").orElseThrow(),
                tool.string("description").orElse(null),
                tool.object(parameters).orElse(JsonObject.EMPTY),
                options(tool, Set.of("name", "description", "type", parameters)));
    }
}

package dev.waybill.agents.exec;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A program, as the operator wrote it under `agents.programs`: `{command: [...], env, cwd, repeatable, tenants}`.
///
/// @param variables of its environment; values may be references
/// @param repeatable whether running it twice does no more than running it once
record Program(
        List<String> command,
        Map<String, String> variables,
        @Nullable String folder,
        boolean repeatable) {

    private static final List<String> MEMBERS = List.of("command", "env", "cwd", "repeatable", "tenants");

    static Program named(JsonObject programs, String name) throws BadProgram {
        JsonObject written = programs.object(name).orElseThrow(() -> BadProgram.unknown(name));
        for (String member : written.names()) {
            if (!MEMBERS.contains(member)) {
                throw wrong(name, "has %s, found \"%s\"".formatted(String.join(", ", MEMBERS), member));
            }
        }
        List<String> command = texts(name, written);
        return new Program(
                command,
                variables(name, written),
                written.string("cwd").orElse(null),
                written.get("repeatable") == JsonBool.TRUE);
    }

    private static List<String> texts(String name, JsonObject written) throws BadProgram {
        List<String> texts = new ArrayList<>();
        for (JsonValue each : written.array("command").orElse(JsonArray.EMPTY)) {
            texts.add(each.asString().orElseThrow(() -> wrong(name, "has command as a list of texts")));
        }
        if (texts.isEmpty()) {
            throw wrong(name, "has command as a list: the program, then its arguments");
        }
        return texts;
    }

    private static Map<String, String> variables(String name, JsonObject written) throws BadProgram {
        Map<String, String> variables = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> each :
                written.object("env").orElse(JsonObject.EMPTY).members().entrySet()) {
            variables.put(
                    each.getKey(),
                    each.getValue().asString().orElseThrow(() -> wrong(name, "has env as an object of texts")));
        }
        return variables;
    }

    private static BadProgram wrong(String name, String what) {
        return new BadProgram("agents.programs.%s %s".formatted(name, what));
    }

    Map<String, String> resolved(UnaryOperator<String> secret) throws BadProgram {
        Map<String, String> resolved = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : variables.entrySet()) {
            try {
                resolved.put(each.getKey(), secret.apply(each.getValue()));
            } catch (RuntimeException e) {
                throw new BadProgram("the variable %s cannot be read: %s".formatted(each.getKey(), e.getMessage()));
            }
        }
        return resolved;
    }

    /// What it runs with, in a word: two runs with the same hash asked the same program the same. The values of
    /// variables are not in it, since they may be secrets.
    String contextHash(JsonObject inputs) {
        JsonObject context = JsonObject.of("command", JsonArray.ofStrings(command))
                .with("variables", JsonArray.ofStrings(variables.keySet()))
                .withIfPresent("folder", folder == null ? null : new JsonString(folder))
                .with("inputs", inputs);
        return Digest.of(Jcs.canonicalBytes(context)).toString();
    }
}

package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a caller sets for one run. Version 2 nests it, `{version: 1, run: {…}, ai: {…}}`, and knows no other members;
/// the engine reads it flat, as version 1 writes it.
final class Configurable {

    private static final String NAME = "configurable";
    private static final String VERSION = "version";
    private static final String RUN = "run";
    private static final String AI = "ai";
    private static final List<String> BOUNDS =
            List.of("recursionLimit", "runTimeoutMs", "maxLoopIterations", "escalationThreshold");

    private Configurable() {}

    static JsonObject of(Call call) {
        JsonObject said = Fields.object(call.body(), NAME);
        return call.dialect().refusesUnknownMembers() && !said.isEmpty() ? flat(said) : said;
    }

    private static JsonObject flat(JsonObject said) {
        known(said, "", List.of(VERSION, RUN, AI));
        if (!(said.get(VERSION) instanceof JsonNumber number
                && number.asInteger().orElse(0) == 1)) {
            throw RestRefusal.invalid("\"configurable.version\": expected 1");
        }
        JsonObject run = Fields.object(said, RUN);
        known(run, "run.", BOUNDS);
        Map<String, JsonValue> flat = new LinkedHashMap<>(run.members());
        Fields.object(said, AI).members().forEach((name, value) -> flat.put(AI + "." + name, value));
        return new JsonObject(flat);
    }

    private static void known(JsonObject said, String where, List<String> names) {
        for (String name : said.names()) {
            if (!names.contains(name)) {
                throw RestRefusal.invalid("configurable." + where + name + " is unknown; expected " + names);
            }
        }
    }
}

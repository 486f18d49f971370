package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// One major version of the protocol as data: how its paths begin, and what its refusals and events are called. What
/// handlers say is version 1; another version says the same in its own words, and `dialects.json` is where they stand.
///
/// @param major the number by which requests ask for it
/// @param version as answers name it
/// @param served whether a host offers it: a version that is served in part is not
/// @param prefix before its paths; empty where only the header tells
/// @param families those that its discovery knows, each with the class of its witness, as the specification has it
/// @param refuses what it does not put up with, and version 1 does
/// @param hidden details of refusals that it leaves out
/// @param members of events and snapshots that have another value in it
/// @param errors by the code of version 1
/// @param events their types, by the type of version 1; those that are not here are the same
public record Dialect(
        String major,
        String version,
        boolean served,
        String prefix,
        Map<String, String> families,
        List<String> refuses,
        List<String> hidden,
        JsonObject members,
        Map<String, Said> errors,
        Map<String, String> events) {

    /// A refusal in another version's words.
    record Said(int status, String error) {}

    private static final String TABLE = "dialects.json";
    private static final String TYPE = "type";

    private static final JsonObject DATA = data();

    /// Every version that is written here, by its number; the first is what a request without a version means.
    private static final Map<String, Dialect> ALL = all();

    public static final Dialect FIRST = Objects.requireNonNull(ALL.get("1"));

    private static JsonObject data() {
        try (InputStream in = Objects.requireNonNull(Dialect.class.getResourceAsStream(TABLE))) {
            return JsonReader.readObject(in.readAllBytes(), JsonLimits.DOCUMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Dialect> all() {
        Map<String, Dialect> all = new LinkedHashMap<>();
        part(DATA, "dialects").members().forEach((major, value) -> all.put(major, of(major, object(value))));
        return all;
    }

    private static Dialect of(String major, JsonObject json) {
        Map<String, Said> errors = new LinkedHashMap<>();
        part(json, "errors").members().forEach((code, said) -> errors.put(code, said(object(said))));
        Map<String, String> events = new LinkedHashMap<>();
        part(json, "events").members().forEach((type, name) -> events.put(type, text(name)));
        Map<String, String> families = new LinkedHashMap<>();
        part(json, "families").members().forEach((family, witness) -> families.put(family, text(witness)));
        return new Dialect(
                major,
                json.string("version").orElseThrow(),
                json.get("served") == JsonBool.TRUE,
                json.string("prefix").orElseThrow(),
                families,
                texts(json, "refuses"),
                texts(json, "hidden"),
                part(json, "members"),
                errors,
                events);
    }

    private static Said said(JsonObject json) {
        long status = json.get("status") instanceof JsonNumber number
                ? number.asInteger().orElseThrow()
                : 0;
        return new Said(Math.toIntExact(status), json.string("error").orElseThrow());
    }

    private static JsonObject part(JsonObject json, String name) {
        return json.object(name).orElseThrow();
    }

    private static JsonObject object(JsonValue value) {
        return value.asObject().orElseThrow();
    }

    private static String text(JsonValue value) {
        return value.asString().orElseThrow();
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.array(name).orElseThrow().items().stream()
                .map(Dialect::text)
                .toList();
    }

    /// The versions that a host offers, the preferred one first.
    public static List<Dialect> offered() {
        return known().stream().filter(Dialect::served).toList();
    }

    /// These and those that are not whole yet.
    static List<Dialect> known() {
        return List.copyOf(ALL.values());
    }

    /// What discovery and refusals name.
    public static List<String> versions() {
        return offered().stream().map(Dialect::version).toList();
    }

    /// A path under the one name that the routes have.
    static String unaliased(String path) {
        return part(DATA, "aliases").members().entrySet().stream()
                .filter(alias -> path.startsWith(alias.getKey()))
                .findFirst()
                .map(alias ->
                        text(alias.getValue()) + path.substring(alias.getKey().length()))
                .orElse(path);
    }

    /// Where a client of this version finds a path.
    public String url(String path) {
        return prefix + path;
    }

    public boolean isFirst() {
        return major.equals(FIRST.major());
    }

    /// Whether this version refuses an ended run's cancellation, where version 1 says how the run ended.
    public boolean refusesLateCancels() {
        return refuses.contains("cancel of what has ended");
    }

    /// Whether the members of a body are those that it knows and no others.
    public boolean refusesUnknownMembers() {
        return refuses.contains("unknown members");
    }

    /// What this version says of a refusal; empty when it says the same.
    public Optional<RestRefusal> refusal(String code, String message) {
        return Optional.ofNullable(errors.get(code)).map(said -> new RestRefusal(said.status(), said.error(), message));
    }

    public String type(String type) {
        return events.getOrDefault(type, type);
    }

    /// An event as this version writes it.
    public JsonObject event(JsonObject wire) {
        JsonObject named = wire.string(TYPE)
                .filter(events::containsKey)
                .map(type -> wire.with(TYPE, type(type)))
                .orElse(wire);
        return described(named);
    }

    /// Events as this version writes them.
    public JsonArray events(List<? extends JsonValue> wire) {
        List<JsonValue> all = new ArrayList<>();
        wire.forEach(
                event -> all.add(event.asObject().<JsonValue>map(this::event).orElse(event)));
        return new JsonArray(all);
    }

    /// A snapshot as this version writes it.
    public JsonObject described(JsonObject json) {
        JsonObject described = json;
        for (var member : members.members().entrySet()) {
            described = described.has(member.getKey()) ? described.with(member.getKey(), member.getValue()) : described;
        }
        return described;
    }

    JsonObject details(JsonObject said) {
        JsonObject shown = said;
        for (String name : hidden) {
            shown = shown.without(name);
        }
        return shown;
    }
}

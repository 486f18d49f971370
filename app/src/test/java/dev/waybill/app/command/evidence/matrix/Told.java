package dev.waybill.app.command.evidence.matrix;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The JSON that a command answered with, and its exit code.
record Told(ExitCode code, JsonObject json) {

    static Told of(Asked asked) {
        return new Told(asked.code(), object(asked.out()));
    }

    /// An object with numbers as they are spelled, however large.
    static JsonObject object(String text) {
        return (JsonObject) JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// The codes of what is wrong, each once and in the order of the alphabet, without mere information.
    List<String> codes() {
        return objects("findings").stream()
                .filter(finding -> !text(finding, "severity").equals("info"))
                .map(finding -> text(finding, "code"))
                .distinct()
                .sorted()
                .toList();
    }

    /// What is said for information alone.
    List<String> notes() {
        return objects("findings").stream()
                .filter(finding -> text(finding, "severity").equals("info"))
                .map(finding -> text(finding, "code"))
                .distinct()
                .toList();
    }

    List<JsonObject> path() {
        return objects("path");
    }

    List<String> ids() {
        return path().stream().map(line -> text(line, "id")).toList();
    }

    private List<JsonObject> objects(String name) {
        return json.array(name).orElse(JsonArray.EMPTY).items().stream()
                .map(item -> (JsonObject) item)
                .toList();
    }

    static String text(JsonObject object, String name) {
        return object.string(name).orElse("");
    }
}

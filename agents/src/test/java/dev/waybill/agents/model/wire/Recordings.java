package dev.waybill.agents.model.wire;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Real traffic that others recorded.
final class Recordings {

    private Recordings() {}

    /// @param path tells which wire it is on, whatever folder it lies in
    record Interaction(String file, int index, String path, JsonObject request, JsonObject response) {

        boolean isOk() {
            return Fields.count(response, "status") < 400;
        }

        boolean isStream() {
            return response.string("contentType").orElse("").startsWith("text/event-stream");
        }

        String body() {
            return response.string("text").orElseGet(() -> String.valueOf(response.get("body")));
        }

        @Override
        public String toString() {
            return file + "#" + index;
        }
    }

    static List<Interaction> all() {
        List<Interaction> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Interop.path("models"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                JsonObject recorded = JsonReader.readAnyNumbers(Files.readAllBytes(file), JsonLimits.DOCUMENT)
                        .asObject()
                        .orElseThrow();
                List<JsonObject> interactions = Fields.objects(recorded, "interactions");
                for (int index = 0; index < interactions.size(); index++) {
                    all.add(interaction(file, index, interactions.get(index)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Interaction interaction(Path file, int index, JsonObject recorded) {
        JsonObject request = recorded.object("request").orElseThrow();
        return new Interaction(
                Objects.requireNonNull(file.getParent()).getFileName() + "/" + file.getFileName(),
                index,
                request.string("path").orElse(""),
                request.object("body").orElse(JsonObject.EMPTY),
                recorded.object("response").orElseThrow());
    }

    static List<Interaction> on(String pathEnd) {
        return all().stream()
                .filter(each -> each.path().replaceFirst("\\?.*", "").endsWith(pathEnd))
                .toList();
    }
}

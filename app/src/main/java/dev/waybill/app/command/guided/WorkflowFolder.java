package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A folder of definitions, with `routines/*.json`, `contracts/*.json` and `bindings.json` in it.
record WorkflowFolder(Path path) {

    static final String BINDINGS = "bindings.json";

    private static final String ROUTINES = "routines";
    private static final String CONTRACTS = "contracts";
    private static final long LARGEST = 16L << 20;

    /// A file that holds a JSON object.
    record Document(Path file, JsonObject json) {}

    /// Of several with one id the last counts.
    List<Document> definitions() {
        List<Document> all = new ArrayList<>(documents(path));
        all.removeIf(document -> document.file().endsWith(BINDINGS));
        all.addAll(documents(path.resolve(ROUTINES)));
        return all;
    }

    List<Document> contracts() {
        return documents(path.resolve(CONTRACTS));
    }

    Optional<JsonObject> bindings() {
        return read(path.resolve(BINDINGS));
    }

    /// By name, so that every machine finds the same. Files that hold something else are not ours.
    private static List<Document> documents(Path folder) {
        List<Document> documents = new ArrayList<>();
        for (Path file : files(folder)) {
            read(file).ifPresent(json -> documents.add(new Document(file, json)));
        }
        return documents;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<JsonObject> read(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST
                    ? Optional.of(JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT))
                    : Optional.empty();
        } catch (IOException | JsonException _) {
            return Optional.empty();
        }
    }
}

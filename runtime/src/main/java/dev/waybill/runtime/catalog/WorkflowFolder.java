package dev.waybill.runtime.catalog;

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

/// A folder of definitions, with `routines/*.json`, `contracts/*.json` and `bindings.json` in it, as it was read.
///
/// @param definitions in the order of their names, routines last; of several with one id the last counts
/// @param unreadable files that hold no JSON object
public record WorkflowFolder(
        List<Document> definitions,
        List<Document> contracts,
        Optional<JsonObject> bindings,
        List<Unreadable> unreadable) {

    public static final String BINDINGS = "bindings.json";

    private static final String ROUTINES = "routines";
    private static final String CONTRACTS = "contracts";
    private static final long LARGEST = 16L << 20;

    /// A file that holds a JSON object.
    public record Document(Path file, JsonObject json) {}

    public record Unreadable(Path file, String why) {}

    /// Nothing is there where there is no folder.
    public static WorkflowFolder read(Path folder) {
        List<Unreadable> unreadable = new ArrayList<>();
        List<Document> definitions = new ArrayList<>(documents(folder, unreadable));
        Optional<JsonObject> bindings = definitions.stream()
                .filter(document -> document.file().endsWith(BINDINGS))
                .map(Document::json)
                .findFirst();
        definitions.removeIf(document -> document.file().endsWith(BINDINGS));
        definitions.addAll(documents(folder.resolve(ROUTINES), unreadable));
        List<Document> contracts = documents(folder.resolve(CONTRACTS), unreadable);
        return new WorkflowFolder(definitions, contracts, bindings, unreadable);
    }

    /// Every file that a reading would look at.
    public static List<Path> files(Path folder) {
        List<Path> all = new ArrayList<>(named(folder));
        all.addAll(named(folder.resolve(ROUTINES)));
        all.addAll(named(folder.resolve(CONTRACTS)));
        return all;
    }

    /// By name, so that every machine finds the same.
    private static List<Path> named(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(".json") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static List<Document> documents(Path folder, List<Unreadable> unreadable) {
        List<Document> documents = new ArrayList<>();
        for (Path file : named(folder)) {
            try {
                if (Files.size(file) > LARGEST) {
                    throw new IOException("it is larger than 16 MiB");
                }
                byte[] bytes = Files.readAllBytes(file);
                try {
                    documents.add(new Document(file, JsonReader.readObject(bytes, JsonLimits.DOCUMENT)));
                } catch (JsonException e) {
                    unreadable.add(new Unreadable(file, e.in(bytes)));
                }
            } catch (IOException e) {
                unreadable.add(new Unreadable(file, String.valueOf(e.getMessage())));
            }
        }
        return documents;
    }
}

package dev.waybill.app.host;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The definitions in a folder, by their ids. The folder is read when the first one is asked for: most workflows call
/// no other.
public final class FolderDefinitions implements DefinitionSource {

    private static final long LARGEST = 16L << 20;

    private final Path folder;
    private @Nullable Map<String, Path> files;

    public FolderDefinitions(Path folder) {
        this.folder = folder;
    }

    /// The definitions beside a file.
    public static FolderDefinitions beside(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return new FolderDefinitions(parent == null ? file.toAbsolutePath() : parent);
    }

    /// @throws Refused when the file is there but cannot run
    @Override
    public synchronized Optional<WorkflowDefinition> find(String definitionId) {
        Map<String, Path> known = files;
        if (known == null) {
            known = scan();
            files = known;
        }
        return Optional.ofNullable(known.get(definitionId)).map(FolderDefinitions::read);
    }

    private static WorkflowDefinition read(Path file) {
        JsonObject document = document(file)
                .orElseThrow(() -> new Refused(RefusalCode.WORKFLOW_NOT_FOUND, file + " can no longer be read"));
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new Refused(
                        RefusalCode.VALIDATION_ERROR,
                        "%s cannot run: %s".formatted(file, bad.errors().getFirst()));
        };
    }

    /// Of two files with one id the first by name counts, on every machine alike.
    private Map<String, Path> scan() {
        Map<String, Path> sorted = new TreeMap<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.filter(file -> file.toString().endsWith(".json"))
                    .forEach(file -> sorted.put(file.toString(), file));
        } catch (IOException e) {
            return sorted;
        }
        Map<String, Path> byId = new LinkedHashMap<>();
        for (Path file : sorted.values()) {
            document(file).flatMap(document -> document.string("id")).ifPresent(id -> byId.putIfAbsent(id, file));
        }
        return byId;
    }

    /// Other JSON files may lie there, too: what is no object is not ours.
    private static Optional<JsonObject> document(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST
                    ? Optional.of(JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT))
                    : Optional.empty();
        } catch (IOException | JsonException e) {
            return Optional.empty();
        }
    }
}

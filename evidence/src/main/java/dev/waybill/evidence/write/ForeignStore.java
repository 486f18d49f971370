package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Tells the stores of other systems, which are read and never written to: their programs know no records but their
/// own, lock their files in another way, and count what they write.
public final class ForeignStore {

    private ForeignStore() {}

    /// Whose data directory a folder is.
    public static Optional<String> ownerOf(Path folder) throws IOException {
        if (Files.exists(folder.resolve("board.db")) || isChained(folder.resolve("events.jsonl"))) {
            return Optional.of("AgentMesh");
        }
        return Files.exists(folder.resolve(".store_seq")) ? Optional.of("Assay") : Optional.empty();
    }

    /// Whose data directory a file lies in, however deep.
    public static Optional<String> ownerAround(Path file) throws IOException {
        Path place = file.toAbsolutePath().normalize();
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        for (Path each = place.toRealPath(); each != null; each = each.getParent()) {
            Optional<String> owner = ownerOf(each);
            if (owner.isPresent()) {
                return owner;
            }
        }
        return Optional.empty();
    }

    /// Whether a file is empty, or its lines are JSON objects, so that one more of them is at home in it.
    public static boolean isLinesOfObjects(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return !Files.exists(file);
        }
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank() && !isObject(line)) {
                    return false;
                }
            }
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static boolean isObject(String line) {
        try {
            return JsonReader.readAnyNumbers(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                    instanceof JsonObject;
        } catch (JsonException _) {
            return false;
        }
    }

    /// Whether each line of a file depends on the one before it, so that a line of anybody else breaks it.
    public static boolean isChained(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String first = reader.readLine();
            return first != null && isChained(first);
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static boolean isChained(String line) {
        try {
            return JsonReader.readAnyNumbers(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                            instanceof JsonObject record
                    && List.of("prev_hash", "_store_seq", "sequence_number").stream()
                            .anyMatch(record::has);
        } catch (JsonException _) {
            return false;
        }
    }
}

package dev.waybill.evidence.index;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What an index says about itself; written last, so that its presence means that all the rest is there.
///
/// @param levers every lever that a policy change names, in lower case
record Manifest(int rows, int hashBits, List<Path> roots, List<String> levers) {

    private static final String FORMAT = "waybill-evidence-index";

    /// Goes up whenever an older index must not be read any more.
    private static final long VERSION = 1;

    void write(Path folder) throws IOException {
        JsonObject.Builder sizes = JsonObject.builder();
        for (String name : IndexFolder.DATA) {
            sizes.put(name, Files.size(folder.resolve(name)));
        }
        JsonObject json = JsonObject.builder()
                .put("format", FORMAT)
                .put("version", VERSION)
                .put("rows", rows)
                .put("hash_bits", hashBits)
                .put(
                        "roots",
                        JsonArray.ofStrings(roots.stream().map(Path::toString).toList()))
                .put("levers", JsonArray.ofStrings(levers))
                .put("sizes", sizes.build())
                .build();
        Files.write(folder.resolve(IndexFolder.MANIFEST), JsonWriter.compactBytes(json));
    }

    static Manifest read(Path folder) throws IOException {
        Path file = folder.resolve(IndexFolder.MANIFEST);
        if (!Files.isRegularFile(file)) {
            throw new UnusableIndex("expected an index at " + folder + ", found none; make one with 'evidence index'");
        }
        JsonObject json = json(file, folder);
        if (!json.string("format").orElse("").equals(FORMAT)) {
            throw new UnusableIndex("expected an index at " + folder + ", found a manifest of something else");
        }
        long version = number(json, "version", folder);
        if (version != VERSION) {
            throw new UnusableIndex("expected version " + VERSION + " of the index at " + folder + ", found " + version
                    + "; make it anew with 'evidence index'");
        }
        checkSizes(json.object("sizes").orElse(JsonObject.EMPTY), folder);
        return new Manifest(
                Math.toIntExact(number(json, "rows", folder)),
                Math.toIntExact(number(json, "hash_bits", folder)),
                texts(json, "roots").stream().map(Path::of).toList(),
                texts(json, "levers"));
    }

    private static JsonObject json(Path file, Path folder) throws IOException {
        try {
            return JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw damaged(folder, "its manifest is no JSON: " + e.getMessage());
        }
    }

    private static void checkSizes(JsonObject sizes, Path folder) throws IOException {
        for (String name : IndexFolder.DATA) {
            long expected = number(sizes, name, folder);
            Path file = folder.resolve(name);
            long found = Files.isRegularFile(file) ? Files.size(file) : -1;
            if (found != expected) {
                throw damaged(
                        folder,
                        "expected " + expected + " bytes in " + name + ", found " + (found < 0 ? "no file" : found));
            }
        }
    }

    private static long number(JsonObject json, String name, Path folder) {
        if (json.get(name) instanceof JsonNumber number && number.asInteger().isPresent()) {
            return number.asInteger().getAsLong();
        }
        throw damaged(folder, "its manifest names no " + name);
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.array(name).stream()
                .flatMap(array -> array.items().stream())
                .filter(JsonString.class::isInstance)
                .map(item -> ((JsonString) item).value())
                .toList();
    }

    static UnusableIndex damaged(Path folder, String how) {
        return new UnusableIndex("the index at " + folder + " is damaged, " + how + "; make it anew");
    }
}

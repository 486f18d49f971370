package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/// The documents that are part of the product: example workflows, contracts, texts that definitions refer to.
public final class Bundled {

    private static final List<String> WORKFLOWS =
            List.of("mr-review-workflow", "bug-investigation", "release-notes", "refactoring-campaign");
    private static final List<String> ROUTINES = List.of("routine-second-look");

    private Bundled() {}

    /// The sources of our example workflows.
    public static List<JsonObject> workflows() {
        return WORKFLOWS.stream()
                .map(id -> document("workflows/" + id + ".json"))
                .toList();
    }

    /// The sources of our routines, which other workflows may call.
    public static List<JsonObject> routines() {
        return ROUTINES.stream()
                .map(id -> document("workflows/" + id + ".json"))
                .toList();
    }

    static JsonObject document(String name) {
        try (InputStream in = Bundled.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return JsonReader.readObject(in.readAllBytes(), JsonLimits.DOCUMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

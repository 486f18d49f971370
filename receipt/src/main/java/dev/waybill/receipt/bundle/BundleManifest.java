package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// The table of contents of a bundle. It helps a reader; it proves nothing, since nobody signs it.
///
/// @param receipts how many lines receipts.ndjson has
/// @param workflows the first workflows, in the order of their first receipt
public record BundleManifest(BundleKind kind, long receipts, List<String> workflows, List<BundleFile> files) {

    public static final String FORMAT = "waybill-bundle/1";

    /// Beyond this many workflows only the receipts tell which there are.
    public static final int LISTED_WORKFLOWS = 1_000;

    static final String NAME = "manifest.json";
    private static final String FAMILY = "waybill-bundle/";
    private static final int MEMBERS = 5;

    public BundleManifest {
        workflows = List.copyOf(workflows);
        files = List.copyOf(files);
    }

    public JsonObject toJson() {
        List<JsonValue> listed = new ArrayList<>();
        files.forEach(file -> listed.add(file.toJson()));
        return JsonObject.of("format", FORMAT)
                .with("kind", kind.wire())
                .with("receipts", receipts)
                .with("workflows", JsonArray.ofStrings(workflows))
                .with("files", new JsonArray(listed));
    }

    /// Whether a manifest is of this family, whatever its version.
    static boolean isOurs(JsonObject json) {
        return json.string("format").orElse("").startsWith(FAMILY);
    }

    static boolean isCurrent(JsonObject json) {
        return json.string("format").orElse("").equals(FORMAT);
    }

    /// @throws IllegalArgumentException when it is not a manifest of this format
    static BundleManifest parse(JsonObject json) {
        if (json.size() != MEMBERS) {
            throw new IllegalArgumentException("expected format, kind, receipts, workflows and files");
        }
        List<String> workflows = new ArrayList<>();
        array(json, "workflows").forEach(each -> workflows.add(each.asString().orElseThrow(() -> bad("workflows"))));
        List<BundleFile> files = new ArrayList<>();
        array(json, "files").forEach(each -> files.add(file(each)));
        return new BundleManifest(kind(json), number(json, "receipts"), workflows, files);
    }

    private static BundleKind kind(JsonObject json) {
        String wire = json.string("kind").orElse("");
        for (BundleKind kind : BundleKind.values()) {
            if (kind.wire().equals(wire)) {
                return kind;
            }
        }
        throw bad("kind");
    }

    private static BundleFile file(JsonValue json) {
        JsonObject file = json.asObject().orElseThrow(() -> bad("files"));
        Digest sha256 = file.string("sha256").flatMap(Digest::tryParse).orElseThrow(() -> bad("files"));
        return new BundleFile(file.string("path").orElseThrow(() -> bad("files")), sha256, number(file, "size"));
    }

    private static JsonArray array(JsonObject json, String name) {
        return json.array(name).orElseThrow(() -> bad(name));
    }

    private static long number(JsonObject json, String name) {
        if (json.get(name) instanceof JsonNumber number && number.asInteger().orElse(-1) >= 0) {
            return number.asInteger().getAsLong();
        }
        throw bad(name);
    }

    private static IllegalArgumentException bad(String member) {
        return new IllegalArgumentException("the manifest's " + member + " is missing or not as the format says");
    }
}

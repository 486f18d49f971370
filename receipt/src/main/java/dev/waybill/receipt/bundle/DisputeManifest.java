package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The manifest of a dispute bundle, once its own hash was found right.
///
/// @param receipts what it lists, in its order
record DisputeManifest(JsonObject json, String contentHash, List<Listed> receipts, List<BundleFile> files) {

    static final String VERSION = "peac-bundle/0.1";

    /// One receipt as the manifest lists it.
    record Listed(String id, String hash) {}

    static String contentHash(JsonObject manifest) {
        return Digest.of(Jcs.canonicalBytes(manifest.without("content_hash"))).toString();
    }

    static DisputeManifest parse(JsonObject json) {
        String version = json.string("version").orElse("none");
        if (!version.equals(VERSION)) {
            throw bad("expected version " + VERSION + ", found " + version);
        }
        String declared = json.string("content_hash").orElse("none");
        String computed = contentHash(json);
        if (!declared.equals(computed)) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_HASH_MISMATCH,
                    "the manifest's content_hash is " + declared + ", its content gives " + computed);
        }
        List<Listed> receipts = new ArrayList<>();
        objects(json, "receipts")
                .forEach(entry -> receipts.add(new Listed(
                        text(entry, "receipt_id"), entry.string("receipt_hash").orElse(""))));
        List<BundleFile> files = new ArrayList<>();
        objects(json, "files").forEach(entry -> files.add(file(entry)));
        return new DisputeManifest(json, declared, receipts, files);
    }

    Optional<BundleFile> file(String path) {
        return files.stream().filter(file -> file.path().equals(path)).findFirst();
    }

    private static BundleFile file(JsonObject entry) {
        Digest sha256 = Digest.tryParse(text(entry, "sha256"))
                .orElseThrow(() -> new DisputeRefused(
                        DisputeCode.E_BUNDLE_HASH_MISMATCH,
                        "expected the hash of " + text(entry, "path") + " as sha256: and 64 hexadecimal digits"));
        long size = entry.get("size") instanceof JsonNumber number
                ? number.asInteger().orElse(-1)
                : -1;
        return new BundleFile(text(entry, "path"), sha256, size);
    }

    private static List<JsonObject> objects(JsonObject json, String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonValue item : json.array(name).orElseThrow(() -> bad("the manifest has no array " + name))) {
            objects.add(item.asObject().orElseThrow(() -> bad("an entry of " + name + " is not an object")));
        }
        return objects;
    }

    private static String text(JsonObject entry, String name) {
        return entry.string(name).orElseThrow(() -> bad("an entry of the manifest has no " + name));
    }

    private static DisputeRefused bad(String message) {
        return new DisputeRefused(DisputeCode.E_BUNDLE_MANIFEST_INVALID, message);
    }
}

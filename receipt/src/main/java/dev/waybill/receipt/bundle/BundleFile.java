package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;

/// A file of a bundle as its manifest lists it.
public record BundleFile(String path, Digest sha256, long size) {

    JsonObject toJson() {
        return JsonObject.of("path", path).with("sha256", sha256.toString()).with("size", size);
    }
}

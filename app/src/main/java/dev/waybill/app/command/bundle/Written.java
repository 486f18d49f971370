package dev.waybill.app.command.bundle;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.nio.file.Path;

/// What is said about a bundle that was written.
final class Written {

    private Written() {}

    static JsonObject json(Path target, BundleManifest manifest) {
        return manifest.toJson().with("bundle", target.toString());
    }

    static String text(Path target, long receipts) {
        return "wrote " + SafeText.of(target.toString()) + " with " + Count.of(receipts, "receipt");
    }
}

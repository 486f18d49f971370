package dev.waybill.app.command.bundle;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.bundle.BundleReader;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Path;

/// A bundle that was written, as the command that wrote it describes it. Receipts are counted as `waybill verify`
/// counts them: a summary is a receipt, too.
///
/// @param json the manifest, and how many summaries there are beside its receipts
/// @param text in words
public record Written(JsonObject json, String text) {

    public static Written read(Path target) throws IOException {
        try (BundleReader reader = BundleReader.open(target)) {
            return new Written(
                    reader.manifest()
                            .toJson()
                            .with("summaries", reader.summaries())
                            .with("bundle", target.toString()),
                    text(target, counted(reader)));
        }
    }

    static String text(Path target, String counted) {
        return "wrote " + SafeText.of(target.toString()) + " with " + counted;
    }

    /// "5 receipts, 1 of them a summary".
    static String counted(BundleReader reader) throws IOException {
        long summaries = reader.summaries();
        return Count.of(reader.manifest().receipts() + summaries, "receipt")
                + (summaries == 0 ? "" : ", " + summaries + " of them " + (summaries == 1 ? "a summary" : "summaries"));
    }
}

package dev.waybill.engine.flow;

import dev.waybill.engine.node.NodeManifest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The manifests, as they lie beside the code. Read when somebody asks: most runs use few types.
final class Sheets {

    private Sheets() {}

    /// @param typeId what nodes of it are called, which an alias's example must say too
    static NodeManifest of(String sheet, String typeId) {
        try (InputStream bytes = Sheets.class.getResourceAsStream(sheet + ".json")) {
            if (bytes == null) {
                throw new IllegalStateException("there is no manifest " + sheet);
            }
            String text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            return NodeManifest.of(text.replace("\"core.flow." + sheet + "\"", "\"" + typeId + "\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

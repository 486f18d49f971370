package dev.waybill.receipt.anchor;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what [Anchor#line] writes, one anchor a line.
public final class AnchorLines {

    private AnchorLines() {}

    /// @param where what the reader was given, such as the name of a file
    /// @throws IllegalArgumentException when a line is no anchor; the message names it
    public static List<Anchor> read(String text, String where) {
        List<Anchor> anchors = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                anchors.add(anchor(line.strip(), where, number));
            }
        }
        return anchors;
    }

    private static Anchor anchor(String line, String where, int number) {
        if (!line.startsWith("{")) {
            return new Anchor(line, new Anchor.Proof.Kept(where));
        }
        try {
            return anchor(JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
        } catch (JsonException | IllegalArgumentException e) {
            throw new IllegalArgumentException("line %d of %s: %s".formatted(number, where, e.getMessage()), e);
        }
    }

    private static Anchor anchor(JsonObject json) {
        Optional<Anchor.Proof> witness = json.string("witness").map(Anchor.Proof.Witnessed::new);
        Optional<Anchor.Proof> stamp = json.string("timestamp").map(Anchor.Proof.Stamped::new);
        if (json.string("summary").isEmpty() || witness.isPresent() == stamp.isPresent()) {
            throw new IllegalArgumentException("expected summary and one of witness and timestamp as texts");
        }
        return new Anchor(json.string("summary").get(), witness.or(() -> stamp).orElseThrow());
    }
}

package dev.waybill.app.anchor;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.code.Rejected;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Another Waybill host that countersigns.
///
/// @param host its address, without a path
/// @param apiKey empty where the host needs none
record WitnessTarget(URI host, Optional<String> apiKey) implements AnchorTarget {

    @Override
    public Anchor hand(Receipt summary) throws IOException {
        Posting posting = new Posting(host.resolve("/witness"), "application/json", apiKey);
        JsonObject question = JsonObject.of("summary", summary.compact());
        byte[] answer = posting.send(question.toString().getBytes(StandardCharsets.UTF_8));
        return new Anchor(summary.compact(), new Anchor.Proof.Witnessed(testimony(answer, summary)));
    }

    private String testimony(byte[] answer, Receipt summary) throws IOException {
        try {
            String witness = JsonReader.readObject(answer, JsonLimits.DOCUMENT)
                    .string("witness")
                    .orElseThrow(() -> new IOException(host + " sent no witness receipt"));
            if (!Witness.saw(Receipt.decode(witness)).equals(Optional.of(summary.ref()))) {
                throw new IOException(host + " signed for something else");
            }
            return witness;
        } catch (JsonException | Rejected e) {
            throw new IOException(host + " sent no witness receipt: " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return "the witness " + host;
    }
}

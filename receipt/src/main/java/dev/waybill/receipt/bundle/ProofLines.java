package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The lines of `proofs.ndjson`: `{"receipt":"sha256:…","proof":{…}}`.
final class ProofLines {

    private static final int MAX_PROOFS = 100_000;

    private ProofLines() {}

    /// @throws IllegalArgumentException or a JSON or Merkle exception when a line is not a proof
    static Map<Digest, InclusionProof> read(LineReader lines) throws IOException {
        Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            JsonObject json = JsonReader.readObject(line, JsonLimits.RECEIPT);
            JsonValue proof = json.get("proof");
            String receipt = json.string("receipt").orElse("");
            if (proof == null || json.size() != 2 || proofs.size() == MAX_PROOFS) {
                throw new IllegalArgumentException("expected receipt and proof, in at most " + MAX_PROOFS + " lines");
            }
            if (proofs.put(Digest.parse(receipt), InclusionProof.parse(proof)) != null) {
                throw new IllegalArgumentException("expected one proof a receipt, found two for " + receipt);
            }
        }
        return proofs;
    }
}

package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The answer to "does this pack hold?", in the words of `assay verify-pack`.
///
/// @param packId as the pack says; null when it could not be read, or has none
/// @param signer who signed, as the pack says, with the start of the key's fingerprint; null when nobody did
/// @param fingerprint the SHA-256 of the key whose signature holds, in hex; null when none does
/// @param receipts how many receipts could be read
/// @param head the digest of the last receipt, or the Merkle root; null when there is none
/// @param errors the first one decides
public record PackVerdict(
        Kind kind,
        Outcome outcome,
        @Nullable String packId,
        @Nullable String runId,
        @Nullable String signer,
        @Nullable String fingerprint,
        long receipts,
        @Nullable String head,
        List<PackError> errors,
        List<String> warnings) {

    public enum Kind {
        PROOF_PACK("proof pack"),
        EVIDENCE_ZIP("evidence zip");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    public enum Outcome {
        /// All that was signed is here, unchanged.
        PASS,
        /// The pack is intact, and says itself that a claim or a receipt fails.
        HONEST_FAIL,
        /// The pack is what was signed, and what was signed breaks Assay's rules for a pack.
        INVALID,
        /// The pack is not what was signed.
        TAMPERED
    }

    public PackVerdict {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /// The error that decides; empty when the pack holds.
    public Optional<PackError> first() {
        return errors.stream().findFirst();
    }

    /// The key that signed, where its signature holds.
    Optional<String> key() {
        return Optional.ofNullable(fingerprint);
    }

    /// What this means for a record inside.
    Integrity integrity() {
        if (outcome == Outcome.TAMPERED && first().isPresent()) {
            return Integrity.broken(outcome + " " + first().get().code());
        }
        return signer == null ? Integrity.hashed("merkle root ok") : Integrity.signedBy(signer);
    }

    /// What there is to tell about the pack as a whole.
    Optional<Finding> finding(Place place) {
        FindingCode code = outcome == Outcome.TAMPERED ? FindingCode.TAMPERED : FindingCode.PACK_INVALID;
        return first().map(error -> new Finding(code, place, error.toString()));
    }

    /// One sentence for people.
    public String headline() {
        String what = kind.label() + (packId == null ? "" : " " + packId);
        return outcome + ": " + what + ", " + receipts + (receipts == 1 ? " receipt" : " receipts")
                + (signer == null ? ", unsigned" : ", signed by " + signer)
                + first().map(error -> "; " + error).orElse("");
    }

    public JsonObject toJson() {
        List<JsonValue> listed = new ArrayList<>();
        errors.forEach(error -> listed.add(error.toJson()));
        return JsonObject.of("kind", kind.label())
                .with("verdict", outcome.name())
                .withIfPresent("pack_id", packId)
                .withIfPresent("run_id", runId)
                .withIfPresent("signer", signer)
                .with("receipt_count", receipts)
                .withIfPresent("head_hash", head)
                .with("errors", new JsonArray(listed))
                .with("warnings", JsonArray.ofStrings(warnings));
    }
}

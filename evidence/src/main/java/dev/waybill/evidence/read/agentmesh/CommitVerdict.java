package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.read.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What the witnesses in a commit's message prove about the commit.
///
/// @param detail in words, with what was not at hand to be checked
/// @param witnesses in the order of the message
public record CommitVerdict(WitnessStatus status, String detail, List<JsonObject> witnesses) {

    /// @param commit `message`, and where they are known `patch_id_stable` and `files`
    /// @param elsewhere the witness of a hash, where it is not in the message
    /// @param keys those that the store of the commit knows
    static CommitVerdict of(JsonObject commit, Function<String, Optional<byte[]>> elsewhere, KnownKeys keys) {
        List<Witness> witnesses = WitnessBlock.of(commit.string("message").orElse("")).stream()
                .map(block -> Witness.of(block, elsewhere))
                .toList();
        if (witnesses.isEmpty()) {
            return new CommitVerdict(WitnessStatus.NO_TRAILERS, "no witness in the message", List.of());
        }
        List<JsonObject> payloads = witnesses.stream().map(Witness::payload).toList();
        for (Witness witness : witnesses) {
            if (witness.status() != WitnessStatus.VERIFIED) {
                return new CommitVerdict(witness.status(), words(witness.status()), payloads);
            }
        }
        return witnesses.size() == 1
                ? single(commit, witnesses.getFirst(), payloads, keys)
                : squash(commit, witnesses, payloads, keys);
    }

    private static CommitVerdict single(JsonObject commit, Witness witness, List<JsonObject> payloads, KnownKeys keys) {
        Optional<String> patch = Members.text(commit, "patch_id_stable");
        Optional<List<String>> files = commit.array("files").map(CommitVerdict::texts);
        if (patch.isPresent() && !witness.coversPatch(patch.get())) {
            return new CommitVerdict(WitnessStatus.PATCH_MISMATCH, words(WitnessStatus.PATCH_MISMATCH), payloads);
        }
        if (files.isPresent() && !witness.coversFiles(files.get())) {
            return new CommitVerdict(WitnessStatus.FILES_MISMATCH, words(WitnessStatus.FILES_MISMATCH), payloads);
        }
        String unchecked = patch.isPresent() && files.isPresent()
                ? ""
                : patch.isPresent()
                        ? ", files not at hand"
                        : files.isPresent() ? ", patch not at hand" : ", patch and files not at hand";
        String signer = keys.told(witness.signer());
        return new CommitVerdict(WitnessStatus.VERIFIED, "signed by " + signer + unchecked, payloads);
    }

    /// One of the witnesses may be the one of this very patch, when others were left in the message.
    private static CommitVerdict squash(
            JsonObject commit, List<Witness> witnesses, List<JsonObject> payloads, KnownKeys keys) {
        Optional<String> patch = Members.text(commit, "patch_id_stable");
        for (Witness witness : witnesses) {
            if (patch.isPresent() && witness.coversPatch(patch.get())) {
                return single(commit, witness, payloads, keys);
            }
        }
        String detail = "squash: " + witnesses.size() + " witnesses valid, patch not covered";
        return new CommitVerdict(WitnessStatus.SQUASH, detail, payloads);
    }

    /// The fingerprints of the keys that signed, where nothing speaks against their signatures.
    Stream<String> signers() {
        return status == WitnessStatus.VERIFIED || status == WitnessStatus.SQUASH
                ? witnesses.stream().map(Witness::fingerprint).distinct()
                : Stream.empty();
    }

    private static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> item.asString().ifPresent(texts::add));
        return texts;
    }

    private static String words(WitnessStatus status) {
        return switch (status) {
            case WITNESS_MISSING -> "the witness that the message names is not here";
            case WITNESS_PAYLOAD_INVALID -> "the witness cannot be decoded";
            case WITNESS_HASH_MISMATCH -> "the witness is not the one that the message names";
            case SIGNATURE_INVALID -> "the witness's signature does not hold";
            case PATCH_MISMATCH -> "the witness was signed for another patch";
            case FILES_MISMATCH -> "the witness was signed for other files";
            case VERIFIED, SQUASH, NO_TRAILERS -> "";
        };
    }

    /// A squashed commit counts as unsigned: nobody signed for its patch.
    Integrity integrity() {
        return switch (status) {
            case VERIFIED -> new Integrity(Integrity.Level.SIGNED, detail);
            case SQUASH, NO_TRAILERS, WITNESS_MISSING -> new Integrity(Integrity.Level.UNSIGNED, detail);
            case WITNESS_PAYLOAD_INVALID, WITNESS_HASH_MISMATCH, SIGNATURE_INVALID, PATCH_MISMATCH, FILES_MISMATCH ->
                Integrity.broken(detail);
        };
    }

    Optional<Finding> finding(Place place) {
        Optional<FindingCode> code = Optional.ofNullable(
                switch (status) {
                    case VERIFIED, NO_TRAILERS -> null;
                    case SQUASH -> FindingCode.PATCH_NOT_COVERED;
                    case WITNESS_MISSING -> FindingCode.WITNESS_MISSING;
                    case SIGNATURE_INVALID -> FindingCode.SIGNATURE_INVALID;
                    case WITNESS_PAYLOAD_INVALID, WITNESS_HASH_MISMATCH, PATCH_MISMATCH, FILES_MISMATCH ->
                        FindingCode.HASH_MISMATCH;
                });
        return code.map(found -> new Finding(found, place, status + ": " + detail));
    }
}

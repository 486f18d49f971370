package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The members that commitments and proofs share, each read with the code that PEAC gives its fault.
final class ProofJson {

    private static final int LONGEST_QUOTE = 80;

    private ProofJson() {}

    static JsonObject.Builder builder(TreeAlgorithm algorithm) {
        return JsonObject.builder().put("tree_alg", algorithm.wire()).put("hash_alg", TreeAlgorithm.HASH);
    }

    static JsonArray texts(List<Digest> hashes) {
        return JsonArray.ofStrings(hashes.stream().map(Digest::toString).toList());
    }

    static JsonObject object(JsonValue json, MerkleCode code, String what) {
        return json.asObject().orElseThrow(() -> new MerkleException(code, expected(what + " as an object", json)));
    }

    /// The tree's algorithm, once the hash's is known to be ours too.
    static TreeAlgorithm algorithm(JsonObject object, TreeAlgorithm absent) {
        TreeAlgorithm algorithm = treeAlgorithm(object.get("tree_alg"), absent);
        JsonValue hash = object.get("hash_alg");
        if (hash != null && !hash.equals(new JsonString(TreeAlgorithm.HASH))) {
            throw new MerkleException(MerkleCode.UNSUPPORTED_HASH_ALG, expected("hash_alg sha256", hash));
        }
        return algorithm;
    }

    private static TreeAlgorithm treeAlgorithm(@Nullable JsonValue json, TreeAlgorithm absent) {
        if (json == null) {
            return absent;
        }
        for (TreeAlgorithm known : TreeAlgorithm.values()) {
            if (json.equals(new JsonString(known.wire()))) {
                return known;
            }
        }
        throw new MerkleException(
                MerkleCode.UNSUPPORTED_TREE_ALG, expected("tree_alg " + TreeAlgorithm.SORTED_SET.wire(), json));
    }

    static long integer(JsonObject object, String name, MerkleCode code) {
        JsonValue json = object.get(name);
        OptionalLong value = json instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
        return value.orElseThrow(() -> new MerkleException(code, expected(name + " as an integer", json)));
    }

    static List<Digest> hashes(JsonObject object) {
        if (!(object.get("hashes") instanceof JsonArray array)) {
            throw new MerkleException(MerkleCode.INVALID_PROOF, expected("hashes as an array", object.get("hashes")));
        }
        List<Digest> hashes = new ArrayList<>(array.size());
        for (JsonValue item : array) {
            hashes.add(digest(item, MerkleCode.INVALID_PROOF_HASH, "a hash of the path"));
        }
        return hashes;
    }

    static Digest digest(@Nullable JsonValue json, MerkleCode code, String what) {
        if (json instanceof JsonString(var text)) {
            return digest(text, code, what);
        }
        throw new MerkleException(code, expected(what + " as sha256: and 64 hexadecimal digits", json));
    }

    static Digest digest(String text, MerkleCode code, String what) {
        return Digest.tryParse(text)
                .orElseThrow(() -> new MerkleException(
                        code, expected(what + " as sha256: and 64 hexadecimal digits", new JsonString(text))));
    }

    private static String expected(String what, @Nullable JsonValue found) {
        if (found == null) {
            return "expected " + what + ", found nothing";
        }
        return "expected " + what + ", found " + Shortened.of(found.toString(), LONGEST_QUOTE);
    }
}

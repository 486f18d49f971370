package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.Members;
import dev.waybill.receipt.key.VerificationKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/// One witness of a commit: what its signer says, and whether hash and signature hold.
///
/// @param status [WitnessStatus#VERIFIED] when both hold; patch and files are another question
/// @param payload empty where nothing could be decoded
record Witness(WitnessStatus status, JsonObject payload) {

    /// A payload is some 600 bytes; a bomb is not.
    private static final int LONGEST_PAYLOAD = 1 << 20;

    private static final String KEY_PREFIX = "mesh_";
    private static final int KEY_ID_DIGITS = 16;

    /// @param elsewhere the witness of a hash, where it is not in the message
    static Witness of(WitnessBlock block, Function<String, Optional<byte[]>> elsewhere) {
        Optional<byte[]> bytes;
        try {
            bytes = block.chunks().isEmpty()
                    ? block.trailer(WitnessBlock.WITNESS).flatMap(elsewhere)
                    : Optional.of(inflated(block));
        } catch (IOException | IllegalArgumentException _) {
            return new Witness(WitnessStatus.WITNESS_PAYLOAD_INVALID, JsonObject.EMPTY);
        }
        return bytes.map(found -> judged(block, found))
                .orElseGet(() -> new Witness(WitnessStatus.WITNESS_MISSING, JsonObject.EMPTY));
    }

    /// What a block says, for those who do not ask whether it is true.
    static JsonObject payloadOf(WitnessBlock block) {
        return of(block, _ -> Optional.empty()).payload();
    }

    private static byte[] inflated(WitnessBlock block) throws IOException {
        Optional<String> count = block.trailer(WitnessBlock.CHUNK_COUNT);
        Optional<String> encoding = block.trailer(WitnessBlock.ENCODING);
        if (count.isPresent()
                && !count.get().equals(String.valueOf(block.chunks().size()))) {
            throw new IOException("expected " + count.get() + " chunks");
        }
        if (encoding.isPresent() && !encoding.get().equals("gzip+base64url")) {
            throw new IOException("expected the encoding gzip+base64url");
        }
        byte[] packed = Base64.getUrlDecoder().decode(String.join("", block.chunks()));
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] bytes = in.readNBytes(LONGEST_PAYLOAD + 1);
            if (bytes.length > LONGEST_PAYLOAD) {
                throw new IOException("expected at most " + LONGEST_PAYLOAD + " bytes");
            }
            return bytes;
        }
    }

    private static Witness judged(WitnessBlock block, byte[] bytes) {
        try {
            if (JsonReader.readAnyNumbers(bytes, JsonLimits.RECEIPT) instanceof JsonObject payload) {
                return new Witness(status(block, payload), payload);
            }
        } catch (JsonException _) {
            // What cannot be read is told below, like what is no object.
        }
        return new Witness(WitnessStatus.WITNESS_PAYLOAD_INVALID, JsonObject.EMPTY);
    }

    private static WitnessStatus status(WitnessBlock block, JsonObject payload) {
        byte[] signed = PythonJson.compact(payload);
        if (!block.trailer(WitnessBlock.WITNESS)
                .equals(Optional.of(Digest.of(signed).toString()))) {
            return WitnessStatus.WITNESS_HASH_MISMATCH;
        }
        JsonObject signer = Members.object(payload, "signer");
        String keyId = signer.string("key_id").orElse("");
        boolean named = block.trailer(WitnessBlock.KEY_ID).map(keyId::equals).orElse(true);
        boolean holds = named
                && signer.string("algorithm").equals(Optional.of("ed25519"))
                && block.trailer(WitnessBlock.SIGNATURE)
                        .map(signature ->
                                holds(keyId, signer.string("public_key").orElse(""), signed, signature))
                        .orElse(false);
        return holds ? WitnessStatus.VERIFIED : WitnessStatus.SIGNATURE_INVALID;
    }

    private static boolean holds(String keyId, String publicKey, byte[] signed, String signature) {
        try {
            byte[] point = Base64.getUrlDecoder().decode(publicKey);
            return keyId(point).equals(keyId)
                    && VerificationKey.of(keyId, point)
                            .verify(signed, Base64.getUrlDecoder().decode(signature));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// AgentMesh's name of a public key.
    static String keyId(byte[] point) {
        return KEY_PREFIX + Digest.of(point).hex().substring(0, KEY_ID_DIGITS);
    }

    /// The fingerprint of the key in a payload whose signature holds.
    static String fingerprint(JsonObject payload) {
        String key = Members.object(payload, "signer").string("public_key").orElse("");
        return Digest.of(Base64.getUrlDecoder().decode(key)).hex();
    }

    String signer() {
        return Members.object(payload, "signer").string("key_id").orElse("");
    }

    boolean coversPatch(String patchId) {
        return payload.string("patch_id_stable").equals(Optional.of(patchId));
    }

    boolean coversFiles(List<String> files) {
        byte[] joined = String.join("\0", files.stream().sorted().toList()).getBytes(StandardCharsets.UTF_8);
        return payload.string("files_hash").equals(Optional.of(Digest.of(joined).toString()));
    }
}

package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The signature over a manifest, twice: inside it and beside it.
///
/// What is signed is fixed. The manifest's own words about it are not believed: whoever can change the scope could
/// leave out what was changed.
record PackSignature(JsonObject manifest, PackFolder folder) {

    private static final List<String> UNSIGNED = List.of("signature", "pack_root_sha256");
    private static final int SIGNATURE_LENGTH = 64;

    /// The bytes that Ed25519 signs.
    static byte[] signedBytes(JsonObject manifest) {
        JsonObject signed = manifest;
        for (String name : UNSIGNED) {
            signed = signed.without(name);
        }
        return AssayJcs.canonicalBytes(signed);
    }

    void check(List<PackError> errors) throws IOException {
        byte[] signature = decode("signature");
        if (signature == null || signature.length != SIGNATURE_LENGTH) {
            errors.add(bad("signature", "expected 64 bytes in base64 as signature"));
            return;
        }
        Optional<byte[]> detached = folder.small(PackFolder.SIGNATURE, SIGNATURE_LENGTH);
        if (detached.isEmpty() || !Arrays.equals(detached.get(), signature)) {
            errors.add(bad(
                    PackFolder.SIGNATURE,
                    PackFolder.SIGNATURE + " is missing or another than the manifest's signature"));
        }
        byte[] key = decode("signer_pubkey");
        if (key == null
                || !Digest.of(key)
                        .hex()
                        .equals(manifest.string("signer_pubkey_sha256").orElse(""))) {
            errors.add(bad("signer_pubkey_sha256", "the public key is not the one of signer_pubkey_sha256"));
        } else if (!verifies(key, signature)) {
            errors.add(bad("signature", "the signature does not fit the manifest and the key in it"));
        }
    }

    private boolean verifies(byte[] key, byte[] signature) {
        try {
            return VerificationKey.of("pack", key).verify(signedBytes(manifest), signature);
        } catch (IllegalArgumentException _) {
            // No point of the curve, or a manifest without canonical bytes: nothing that can have been signed.
            return false;
        }
    }

    private byte @Nullable [] decode(String name) {
        try {
            return Base64.getDecoder().decode(manifest.string(name).orElse(""));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static PackError bad(String field, String message) {
        return PackError.of(PackCode.E_PACK_SIG_INVALID, field, message);
    }
}

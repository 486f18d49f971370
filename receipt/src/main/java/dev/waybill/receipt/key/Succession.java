package dev.waybill.receipt.key;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import java.nio.charset.StandardCharsets;

/// The word of one key that another may go on under its name. A name that is made from a key needs it: nobody but that
/// key could give the name away, so a stranger's key cannot take it.
///
/// In a JWK: `"succeeds":[{"x":…,"sig":…}]`, the earlier key's public point and its signature.
///
/// @param earlier the key that gives its name
/// @param signature over both thumbprints, in base64url
record Succession(VerificationKey earlier, String signature) {

    private static final String PURPOSE = "dev.waybill/key-succession/v1";

    static Succession sign(SigningKey earlier, VerificationKey heir) {
        VerificationKey giver = earlier.verificationKey();
        return new Succession(giver, Base64Url.encode(earlier.sign(message(giver, heir))));
    }

    /// @throws IllegalArgumentException when the earlier key did not sign it for this heir
    static Succession fromJson(JsonObject json, VerificationKey heir) {
        String point = json.string("x").orElseThrow(Succession::unreadable);
        String signature = json.string("sig").orElseThrow(Succession::unreadable);
        VerificationKey earlier = VerificationKey.of("earlier", Base64Url.decode(point));
        if (!earlier.verify(message(earlier, heir), Base64Url.decode(signature))) {
            throw new IllegalArgumentException(
                    "%s says that it succeeds %s, which did not sign that".formatted(heir, earlier.thumbprintText()));
        }
        return new Succession(earlier, signature);
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException("expected an entry of succeeds to have x and sig");
    }

    private static byte[] message(VerificationKey earlier, VerificationKey heir) {
        return String.join("\n", PURPOSE, earlier.thumbprintText(), heir.thumbprintText())
                .getBytes(StandardCharsets.UTF_8);
    }

    Digest name() {
        return earlier.thumbprint();
    }

    JsonObject toJson() {
        return JsonObject.of("x", Base64Url.encode(earlier.point())).with("sig", signature);
    }
}

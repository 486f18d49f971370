package dev.waybill.app.cli;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys that the command line names: `file:PATH`, `env:VARIABLE`, a plain path, or this user's own.
public final class KeyFiles {

    private final Environment environment;

    public KeyFiles(Environment environment) {
        this.environment = environment;
    }

    /// The key that a reference names; without one, this user's current key.
    public SigningKey signingKey(@Nullable String reference) {
        if (reference == null) {
            return current();
        }
        try {
            return SigningKey.fromJwk(document(reference));
        } catch (IllegalArgumentException e) {
            throw Failure.unexpected(
                    reference, "a private JWK", "one that cannot sign: " + e.getMessage(), "See 'waybill keys new'.");
        }
    }

    private SigningKey current() {
        KeyDirectory keys = new KeyDirectory(environment.keyDirectory());
        try {
            return SigningKey.newestAt(keys.all(), environment.clock().instant().getEpochSecond())
                    .orElseThrow(() -> new Failure(
                            ExitCode.NO,
                            "key_not_found",
                            "there is no signing key in use in " + keys.file(),
                            "Create one with 'waybill keys new', or name one with --key."));
        } catch (IOException e) {
            throw Failure.unreadable(String.valueOf(e.getMessage()), "Restore the file from a backup.");
        }
    }

    /// That this user has no key yet.
    public static Failure noKey(KeyDirectory keys) {
        return new Failure(
                ExitCode.NO,
                "key_not_found",
                "there is no signing key in " + keys.file(),
                "Create one with 'waybill keys new'.");
    }

    /// The keys of several `--jwks` options: `FILE`, or `ISSUER=FILE` to bind them to one issuer.
    public KeySet keySet(List<String> options) {
        KeySet keys = KeySet.empty();
        for (String option : options) {
            keys = keys.and(keySet(option));
        }
        return keys;
    }

    private KeySet keySet(String option) {
        // An issuer is a URL or a DID, so the separator is the first '=' behind a ':'.
        int equals = option.startsWith("https://") || option.startsWith("did:") ? option.indexOf('=') : -1;
        String file = option.substring(equals + 1);
        try {
            JsonObject document = document(file);
            return equals < 0 ? KeySet.fromJson(document) : KeySet.fromJson(document, option.substring(0, equals));
        } catch (IllegalArgumentException e) {
            throw Failure.unexpected(file, "a JWKS with Ed25519 keys", String.valueOf(e.getMessage()), null);
        }
    }

    private JsonObject document(String reference) {
        byte[] bytes = bytes(reference);
        try {
            return JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            // The text is not shown: it may be a private key.
            throw Failure.unexpected(reference, "a JSON key document", e.in(bytes), null);
        }
    }

    private byte[] bytes(String reference) {
        return Secret.referenced(reference, environment).orElseGet(() -> Secret.bytes(reference, environment));
    }
}

package dev.waybill.evidence.canonical;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// Assay JCS Profile v1: RFC 8785, but `1E22` and `1E-7` where that writes `1e+22` and `1e-7`, and integers of any
/// size as they are. Assay hashes and signs these bytes, so a receipt is checked by no others.
public final class AssayJcs {

    /// What Assay leaves out of a receipt before hashing, at its root only.
    public static final List<String> DETACHED =
            List.of("signatures", "signature", "cose_signature", "receipt_hash", "anchor");

    private AssayJcs() {}

    /// @throws IllegalArgumentException when a number is beyond a double
    public static byte[] canonicalBytes(JsonValue value) {
        return Jcs.canonicalBytes(value, AssayJcs::number);
    }

    /// The bytes of a receipt: without what was attached to it later. Newer versions of Assay refuse member names
    /// beyond ASCII here, because other languages sort them differently.
    ///
    /// @throws IllegalArgumentException when Assay would not hash this receipt
    public static byte[] receiptBytes(JsonObject receipt) {
        JsonObject hashed = hashed(receipt);
        requireCanonical(hashed);
        return canonicalBytes(hashed);
    }

    /// Checks, without writing them, that a receipt has such bytes.
    ///
    /// @throws IllegalArgumentException when Assay would not hash this receipt
    public static void requireReceipt(JsonObject receipt) {
        requireCanonical(hashed(receipt));
    }

    private static JsonObject hashed(JsonObject receipt) {
        JsonObject hashed = receipt;
        for (String name : DETACHED) {
            hashed = hashed.has(name) ? hashed.without(name) : hashed;
        }
        return hashed;
    }

    private static void requireCanonical(JsonValue value) {
        switch (value) {
            case JsonObject object ->
                object.members().forEach((name, member) -> {
                    requireAscii(name);
                    requireCanonical(member);
                });
            case JsonArray array -> array.forEach(AssayJcs::requireCanonical);
            case JsonNumber number when !isInteger(number.lexeme()) -> requireFinite(number);
            default -> {}
        }
    }

    private static void requireAscii(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 0x80) {
                throw new IllegalArgumentException(
                        "expected member names in ASCII, as Assay does, found \"" + name + "\"");
            }
        }
    }

    private static void requireFinite(JsonNumber number) {
        if (Double.isInfinite(number.doubleValue())) {
            throw new IllegalArgumentException("expected a number that a double holds, found " + number.lexeme());
        }
    }

    /// Assay is Python: what is written without point and exponent is an integer of any size there.
    private static String number(JsonNumber number) {
        String lexeme = number.lexeme();
        if (isInteger(lexeme)) {
            return lexeme.equals("-0") ? "0" : lexeme;
        }
        String ecmaScript = Jcs.canonical(number);
        return ecmaScript.replace("e+", "E").replace("e-", "E-");
    }

    private static boolean isInteger(String lexeme) {
        for (int i = 0; i < lexeme.length(); i++) {
            char c = lexeme.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }
}

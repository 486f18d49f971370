package dev.waybill.receipt.jws;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.util.Arrays;

/// A compact JWS taken apart: three segments in the one canonical spelling, the header and payload
/// judged as strict JSON on their raw bytes. Nothing here is trusted yet.
public final class CompactJws {

    /// PEAC's limit for one receipt.
    public static final int MAX_LENGTH = 262_144;

    /// 64 bytes in base64url.
    private static final int SIGNATURE_LENGTH = 86;

    private static final int PADDED_SIGNATURE_LENGTH = 88;

    private final byte[] compact;
    private final int firstDot;
    private final int secondDot;

    private CompactJws(byte[] compact, int firstDot, int secondDot) {
        this.compact = compact;
        this.firstDot = firstDot;
        this.secondDot = secondDot;
    }

    /// Finds the three segments.
    public static CompactJws split(byte[] compact) {
        checkLength(compact.length);
        int first = indexOfDot(compact, 0);
        int second = first < 0 ? -1 : indexOfDot(compact, first + 1);
        if (second < 0 || indexOfDot(compact, second + 1) >= 0) {
            throw new Rejected(Code.E_INVALID_FORMAT, "expected three segments separated by dots");
        }
        return new CompactJws(compact, first, second);
    }

    /// Refuses by length alone, before anything is copied.
    public static void checkLength(int length) {
        if (length > MAX_LENGTH) {
            throw new Rejected(Code.E_INVALID_FORMAT, "expected at most " + MAX_LENGTH + " bytes, found " + length);
        }
    }

    private static int indexOfDot(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '.') {
                return i;
            }
        }
        return -1;
    }

    public byte[] headerSegment() {
        return Arrays.copyOfRange(compact, 0, firstDot);
    }

    public JsonObject header() {
        return json(headerSegment(), "header");
    }

    public JsonObject payload() {
        return json(Arrays.copyOfRange(compact, firstDot + 1, secondDot), "payload");
    }

    /// A segment that could not hold 64 bytes in any spelling is a bad signature, as PEAC calls it; one
    /// that could, in another spelling, is a bad format.
    public byte[] signature() {
        int length = compact.length - secondDot - 1;
        if (length < SIGNATURE_LENGTH || length > PADDED_SIGNATURE_LENGTH) {
            throw new Rejected(
                    Code.E_INVALID_SIGNATURE,
                    "expected a signature of " + SIGNATURE_LENGTH + " characters, found " + length);
        }
        return decode(Arrays.copyOfRange(compact, secondDot + 1, compact.length), "signature");
    }

    /// The whole text; its first [#signingInputLength()] bytes are what was signed.
    public byte[] compact() {
        return compact;
    }

    public int signingInputLength() {
        return secondDot;
    }

    private static JsonObject json(byte[] segment, String name) {
        try {
            return JsonReader.readObject(decode(segment, name), JsonLimits.RECEIPT);
        } catch (JsonException e) {
            throw new Rejected(codeOf(e), "the " + name + " is not strict JSON: " + e.getMessage());
        }
    }

    private static byte[] decode(byte[] segment, String name) {
        try {
            return Base64Url.decode(segment);
        } catch (IllegalArgumentException e) {
            throw new Rejected(Code.E_INVALID_FORMAT, "the " + name + " is " + e.getMessage());
        }
    }

    /// The code that names a breach of strict JSON.
    public static Code codeOf(JsonException e) {
        return switch (e.problem()) {
            case SYNTAX, NOT_AN_OBJECT -> Code.E_INVALID_FORMAT;
            case DUPLICATE_MEMBER -> Code.E_IJSON_DUPLICATE_MEMBER_NAME;
            case INVALID_STRING -> Code.E_IJSON_INVALID_STRING;
            case NUMBER_OUT_OF_RANGE -> Code.E_IJSON_NUMBER_OUT_OF_RANGE;
            case LIMIT_EXCEEDED -> Code.E_CONSTRAINT_VIOLATION;
        };
    }
}

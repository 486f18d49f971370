package dev.waybill.receipt.binding;

import dev.waybill.base.Digest;
import dev.waybill.base.Words;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.context.Texts;
import dev.waybill.receipt.jws.CompactJws;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A receipt on its way: its name, and the receipt itself or a hint where it can be had.
///
/// Name and receipt belong together, so a carrier whose reference is not the digest of its receipt cannot
/// be made. That says nothing about the signature: give the receipt to a verifier.
///
/// @param receiptRef the digest of the receipt's text
/// @param receiptJws the receipt, when it travels along
/// @param receiptUrl a hint; whoever fetches it compares the digest
/// @param references PEAC's further optional members, in PEAC's order
public record ReceiptCarrier(
        Digest receiptRef,
        @Nullable String receiptJws,
        @Nullable String receiptUrl,
        Map<String, String> references) {

    static final String REF = "receipt_ref";
    static final String JWS = "receipt_jws";
    static final String URL = "receipt_url";

    private static final List<String> REFERENCES =
            Words.of("policy_binding actor_binding request_nonce verification_report_ref use_policy_ref "
                    + "representation_ref attestation_ref");
    private static final int LONGEST_REFERENCE = 65_536;

    /// @throws Rejected when the parts do not belong together or have another form
    public ReceiptCarrier {
        if (receiptJws != null) {
            requireJws("/" + JWS, receiptJws);
            requireDigest(receiptRef, receiptJws);
        }
        if (receiptUrl != null) {
            Texts.checkHttpsUrl("/" + URL, receiptUrl);
        }
        references = inOrder(references);
    }

    /// A carrier that holds the whole receipt.
    public static ReceiptCarrier embed(Receipt receipt) {
        return new ReceiptCarrier(receipt.ref(), receipt.compact(), null, Collections.emptyMap());
    }

    /// A carrier that holds the whole receipt, named by its digest.
    public static ReceiptCarrier embed(String receiptJws) {
        requireJws("/" + JWS, receiptJws);
        return new ReceiptCarrier(digest(receiptJws), receiptJws, null, Collections.emptyMap());
    }

    /// A carrier that says only where the receipt can be had.
    public static ReceiptCarrier reference(Digest receiptRef, String receiptUrl) {
        return new ReceiptCarrier(receiptRef, null, receiptUrl, Collections.emptyMap());
    }

    public ReceiptCarrier withUrl(String url) {
        return new ReceiptCarrier(receiptRef, receiptJws, url, references);
    }

    /// Reads a carrier object. Members that PEAC does not define are passed over, as PEAC does.
    ///
    /// @throws Rejected when a member is of another kind or form, or reference and receipt differ
    public static ReceiptCarrier parse(JsonValue json) {
        if (!(json instanceof JsonObject object)) {
            throw Refusals.format("", "a carrier object", Refusals.found(json));
        }
        Map<String, String> references = new LinkedHashMap<>();
        for (String name : REFERENCES) {
            String text = text(object, name);
            if (text != null) {
                references.put(name, text);
            }
        }
        return new ReceiptCarrier(ref(object.get(REF)), text(object, JWS), text(object, URL), references);
    }

    public JsonObject toJson() {
        var json = JsonObject.builder()
                .put(REF, receiptRef.toString())
                .putIfPresent(JWS, receiptJws)
                .putIfPresent(URL, receiptUrl);
        references.forEach(json::put);
        return json.build();
    }

    /// Whether the receipt itself is inside.
    public boolean isEmbedded() {
        return receiptJws != null;
    }

    /// @throws Rejected with `E_CONSTRAINT_VIOLATION` when the carrier is larger than a transport takes
    void requireFits(String transport, int limit) {
        int size = JsonWriter.compactBytes(toJson()).length;
        if (size > limit) {
            throw Refusals.tooLarge("", "a receipt over " + transport, limit, size);
        }
    }

    static Digest ref(@Nullable JsonValue value) {
        if (value instanceof JsonString(var text)) {
            return Digest.tryParse(text)
                    .orElseThrow(() -> Refusals.format(
                            "/" + REF, "sha256: and 64 lower-case hexadecimal digits", Refusals.found(text)));
        }
        throw Refusals.format("/" + REF, "sha256: and 64 lower-case hexadecimal digits", Refusals.found(value));
    }

    static @Nullable String text(JsonObject object, String name) {
        JsonValue value = object.get(name);
        return switch (value) {
            case null -> null;
            case JsonString(var text) -> text;
            default -> throw Refusals.format(Refusals.segment(name), "a string", Refusals.found(value));
        };
    }

    /// Three segments in the alphabet of base64url; what is in them is the verifier's business.
    static void requireJws(String pointer, String text) {
        if (text.length() > CompactJws.MAX_LENGTH) {
            throw Refusals.tooLarge(pointer, "a receipt", CompactJws.MAX_LENGTH, text.length());
        }
        int segments = 1;
        int start = 0;
        boolean wellFormed = true;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '.') {
                wellFormed &= i > start;
                segments++;
                start = i + 1;
            } else {
                wellFormed &= isBase64Url(text.charAt(i));
            }
        }
        if (!wellFormed || segments != 3 || start == text.length()) {
            throw Refusals.format(pointer, "a compact JWS: header.payload.signature", Refusals.found(text));
        }
    }

    private static boolean isBase64Url(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }

    private static Digest digest(String receiptJws) {
        return Digest.of(receiptJws.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void requireDigest(Digest receiptRef, String receiptJws) {
        Digest actual = digest(receiptJws);
        if (!actual.equals(receiptRef)) {
            throw Refusals.format(
                    "/" + REF,
                    "the digest of the receipt that travels with it, " + actual,
                    receiptRef + "; do not use this receipt, one of the two was changed");
        }
    }

    private static Map<String, String> inOrder(Map<String, String> references) {
        Map<String, String> ordered = new LinkedHashMap<>();
        for (String name : references.keySet()) {
            if (!REFERENCES.contains(name)) {
                throw Refusals.format("", "one of the members " + REFERENCES, Refusals.found(name));
            }
        }
        for (String name : REFERENCES) {
            if (references.containsKey(name)) {
                String text = Objects.requireNonNull(references.get(name));
                if (text.length() > LONGEST_REFERENCE) {
                    throw Refusals.tooLarge("/" + name, name, LONGEST_REFERENCE, text.length());
                }
                ordered.put(name, text);
            }
        }
        return Collections.unmodifiableMap(ordered);
    }
}

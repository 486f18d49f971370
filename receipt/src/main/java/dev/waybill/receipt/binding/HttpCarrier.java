package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A receipt with an HTTP response: in a header, as a pointer, or in the body.
///
/// A URL is a hint and is never fetched here. Whoever fetches it compares the digest.
public final class HttpCarrier {

    /// Holds the receipt itself.
    public static final String RECEIPT_HEADER = "PEAC-Receipt";

    /// Holds the digest of the receipt and where it can be had.
    public static final String POINTER_HEADER = "PEAC-Receipt-Pointer";

    /// Holds a hint where the receipt that travels along can be had again.
    public static final String URL_HEADER = "PEAC-Receipt-URL";

    /// The most that a header may hold; many proxies drop more.
    public static final int MAX_HEADER_SIZE = 8_192;

    private static final String VARY = "Vary";
    private static final String DATA = "data";
    private static final String ONE = "peac_receipt";
    private static final String MANY = "peac_receipts";

    private HttpCarrier() {}

    /// The response headers for a receipt: the receipt itself when it fits, else a pointer to its URL.
    ///
    /// @throws Rejected with `E_CONSTRAINT_VIOLATION` when it does not fit and has no URL
    public static Map<String, String> headers(ReceiptCarrier carrier) {
        Map<String, String> headers = new LinkedHashMap<>();
        String jws = carrier.receiptJws();
        String url = carrier.receiptUrl();
        if (jws != null && jws.length() <= MAX_HEADER_SIZE) {
            headers.put(RECEIPT_HEADER, jws);
            // A cache must not hand one caller's receipt to another.
            headers.put(VARY, RECEIPT_HEADER);
            if (url != null) {
                headers.put(URL_HEADER, url);
            }
        } else if (url != null) {
            headers.put(POINTER_HEADER, new ReceiptPointer(carrier.receiptRef(), url).encode());
        } else if (jws != null) {
            throw Refusals.tooLarge("/" + RECEIPT_HEADER, "a receipt in a header", MAX_HEADER_SIZE, jws.length());
        } else {
            throw Refusals.format("", "a carrier with a receipt or a URL", "only its reference");
        }
        return headers;
    }

    /// The receipt of a response's headers. Header names are compared without regard to case.
    ///
    /// @throws Rejected when a header occurs twice, is too large or malformed, or two headers disagree
    public static Optional<ReceiptCarrier> read(Map<String, List<String>> headers) {
        String jws = single(headers, RECEIPT_HEADER);
        String pointerText = single(headers, POINTER_HEADER);
        String url = single(headers, URL_HEADER);
        ReceiptPointer pointer = pointerText == null ? null : ReceiptPointer.parse(pointerText);
        if (jws == null) {
            return Optional.ofNullable(pointer).map(p -> ReceiptCarrier.reference(p.receiptRef(), p.url()));
        }
        ReceiptCarrier carrier = ReceiptCarrier.embed(jws);
        if (pointer != null && !pointer.receiptRef().equals(carrier.receiptRef())) {
            throw Refusals.ambiguous(
                    "/" + POINTER_HEADER,
                    RECEIPT_HEADER + " holds " + carrier.receiptRef() + ", " + POINTER_HEADER + " points to "
                            + pointer.receiptRef() + "; send one receipt");
        }
        String hint = url == null && pointer != null ? pointer.url() : url;
        return Optional.of(hint == null ? carrier : carrier.withUrl(hint));
    }

    /// PEAC forbids to split a repeated header: what looks like two receipts is none.
    private static @Nullable String single(Map<String, List<String>> headers, String name) {
        String found = null;
        for (var header : headers.entrySet()) {
            if (!name.equalsIgnoreCase(header.getKey())) {
                continue;
            }
            for (String value : header.getValue()) {
                if (found != null) {
                    throw Refusals.ambiguous("/" + name, "expected one " + name + " header, found several");
                }
                if (value.length() > MAX_HEADER_SIZE) {
                    throw Refusals.tooLarge("/" + name, name, MAX_HEADER_SIZE, value.length());
                }
                found = value;
            }
        }
        return found;
    }

    /// A JSON response body that wraps the original one with its receipts.
    public static JsonObject body(JsonValue data, List<String> receipts) {
        receipts.forEach(receipt -> ReceiptCarrier.requireJws("/" + MANY, receipt));
        var body = JsonObject.builder().put(DATA, data);
        if (receipts.size() == 1) {
            body.put(ONE, receipts.getFirst());
        } else {
            body.put(MANY, JsonArray.ofStrings(receipts));
        }
        return body.build();
    }

    /// The receipts of a wrapped JSON body; empty when it has none.
    ///
    /// @throws Rejected when one is not the text of a receipt
    public static List<ReceiptCarrier> readBody(JsonObject body) {
        List<ReceiptCarrier> receipts = new ArrayList<>();
        String one = ReceiptCarrier.text(body, ONE);
        if (one != null) {
            receipts.add(ReceiptCarrier.embed(one));
        }
        JsonValue many = body.get(MANY);
        if (many != null) {
            JsonArray array =
                    many.asArray().orElseThrow(() -> Refusals.format("/" + MANY, "an array", Refusals.found(many)));
            array.forEach(item -> receipts.add(embedded(item)));
        }
        return receipts;
    }

    private static ReceiptCarrier embedded(JsonValue item) {
        if (item instanceof JsonString(var text)) {
            return ReceiptCarrier.embed(text);
        }
        throw Refusals.format("/" + MANY, "strings", Refusals.found(item));
    }
}

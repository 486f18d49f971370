package dev.waybill.receipt.binding;

import dev.waybill.base.Digest;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.context.Texts;
import java.util.LinkedHashMap;
import java.util.Map;

/// The value of a `PEAC-Receipt-Pointer` header: `sha256="<hex>", url="<https URL>"`.
///
/// It is a dictionary of RFC 8941 with string members, so that a comma in the URL splits nothing.
record ReceiptPointer(Digest receiptRef, String url) {

    private static final String POINTER = "/" + HttpCarrier.POINTER_HEADER;
    private static final String EXPECTED = "sha256=\"<64 hexadecimal digits>\", url=\"<https URL>\"";

    /// @throws Rejected when the URL is not one of https
    ReceiptPointer {
        Texts.checkHttpsUrl(POINTER, url);
    }

    String encode() {
        return "sha256=\"" + receiptRef.hex() + "\", url=\"" + url + "\"";
    }

    /// @throws Rejected unless both members are there, once, and nothing else
    static ReceiptPointer parse(String header) {
        Map<String, String> members = new Dictionary(header).members();
        String digest = members.get("sha256");
        String url = members.get("url");
        if (digest == null || url == null || members.size() != 2) {
            throw malformed(header);
        }
        Digest ref = Digest.tryParse(Digest.PREFIX + digest).orElseThrow(() -> malformed(header));
        return new ReceiptPointer(ref, url);
    }

    private static Rejected malformed(String header) {
        return Refusals.format(POINTER, EXPECTED, Refusals.found(header));
    }

    /// Reads `name="text"` members. RFC 8941 lets the last of two equal names win; here two are refused,
    /// because a header that means two receipts means none.
    private static final class Dictionary {
        private final String text;
        private int at;

        Dictionary(String text) {
            this.text = text;
        }

        Map<String, String> members() {
            Map<String, String> members = new LinkedHashMap<>();
            do {
                skipSpace();
                String name = name();
                if (members.put(name, string()) != null) {
                    throw malformed(text);
                }
                skipSpace();
            } while (at < text.length() && text.charAt(at++) == ',');
            if (at < text.length() || text.endsWith(",")) {
                throw malformed(text);
            }
            return members;
        }

        private String name() {
            int start = at;
            while (at < text.length() && isNamePart(text.charAt(at))) {
                at++;
            }
            expect('=', at > start);
            return text.substring(start, at - 1);
        }

        private String string() {
            expect('"', true);
            var out = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c == '\\' && at < text.length()) {
                    c = text.charAt(at++);
                }
                out.append(c);
            }
            expect('"', true);
            return out.toString();
        }

        private void expect(char c, boolean condition) {
            if (!condition || at >= text.length() || text.charAt(at++) != c) {
                throw malformed(text);
            }
        }

        private void skipSpace() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private static boolean isNamePart(char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        }
    }
}

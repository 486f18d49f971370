package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.receipt.grammar.Timestamp;
import dev.waybill.receipt.grammar.Url;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The limits of a summary, shared by what is read and what is built. All have one code; the message and
/// the pointer name the field.
final class SummaryRules {

    static final int LONGEST_TEXT = 256;
    static final int MOST_RECEIPT_REFS = 10_000;
    static final int MOST_AGENTS = 100;

    private SummaryRules() {}

    static void checkLength(String pointer, String text, int longest) {
        if (text.length() > longest) {
            throw Refusal.summary(
                    pointer,
                    "at most " + longest + " UTF-16 units",
                    Integer.toString(text.length()),
                    "shorten the text");
        }
    }

    static void checkTexts(String pointer, List<String> texts, int most) {
        checkSize(pointer, texts.size(), most);
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).length() > LONGEST_TEXT) {
                checkLength(pointer + "/" + i, texts.get(i), LONGEST_TEXT);
            }
        }
    }

    static void checkSize(String pointer, int size, int most) {
        if (size > most) {
            String advice = pointer.endsWith("receipt_refs")
                    ? "commit to the receipts with receipt_merkle_root and receipt_count"
                    : "list the rest by digest";
            throw Refusal.summary(pointer, "at most " + most + " entries", Integer.toString(size), advice);
        }
    }

    static void checkCount(String pointer, @Nullable Long count) {
        if (count != null && (count < 0 || count > JsonNumber.MAX_SAFE_INTEGER)) {
            throw Refusal.summary(pointer, "an integer from 0 to 2^53 - 1", Long.toString(count), "count the receipts");
        }
    }

    static void checkTime(String pointer, @Nullable Instant time) {
        if (time != null && !Timestamp.isWritable(time)) {
            throw Refusal.summary(pointer, "a year from 0000 to 9999", time.toString(), "correct the clock");
        }
    }

    static void checkIssuer(String issuer) {
        if (!Url.isHttps(issuer)) {
            throw Refusal.summary(
                    "/issuer", "an https URL with a host", Refusal.found(issuer), "write it like https://example.com");
        }
    }
}

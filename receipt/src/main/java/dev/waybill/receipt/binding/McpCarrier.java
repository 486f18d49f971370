package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.context.Texts;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A receipt in the `_meta` of an MCP result. A result carries one.
///
/// @param agentId who vouches for it
/// @param verifiedAt when the sender verified it; a claim of the sender, not proof
public record McpCarrier(
        ReceiptCarrier carrier,
        @Nullable String agentId,
        @Nullable Instant verifiedAt) {

    /// The most that a receipt may take in `_meta`.
    public static final int MAX_SIZE = 65_536;

    private static final String PREFIX = "org.peacprotocol/";
    private static final String REF_KEY = PREFIX + ReceiptCarrier.REF;
    private static final String JWS_KEY = PREFIX + ReceiptCarrier.JWS;
    private static final String URL_KEY = PREFIX + ReceiptCarrier.URL;
    private static final String AGENT_KEY = PREFIX + "agent_id";
    private static final String VERIFIED_KEY = PREFIX + "verified_at";
    private static final String LEGACY_KEY = PREFIX + "receipt";
    private static final String LEGACY_MEMBER = "peac_receipt";
    private static final List<String> KEYS = List.of(REF_KEY, JWS_KEY, URL_KEY, AGENT_KEY, VERIFIED_KEY, LEGACY_KEY);

    /// @throws Rejected when the carrier is larger than [#MAX_SIZE], or has members that `_meta` has no key for
    public McpCarrier {
        if (!carrier.references().isEmpty()) {
            throw Refusals.format(
                    "/" + McpMeta.MEMBER,
                    "a carrier of receipt_ref, receipt_jws and receipt_url",
                    "also " + carrier.references().keySet());
        }
        carrier.requireFits("MCP", MAX_SIZE);
        if (agentId != null) {
            Texts.checkName(McpMeta.pointer(AGENT_KEY), agentId);
        }
    }

    public static McpCarrier of(ReceiptCarrier carrier) {
        return new McpCarrier(carrier, null, null);
    }

    /// A copy of an MCP result with this receipt in its `_meta`; everything else stays as it is.
    ///
    /// @throws Rejected when the result already carries a receipt
    public JsonObject attachTo(JsonObject result) {
        requireFree(result);
        JsonObject attached = result;
        for (var entry : entries().entrySet()) {
            attached = McpMeta.put(attached, entry.getKey(), new JsonString(entry.getValue()));
        }
        return attached;
    }

    private static void requireFree(JsonObject result) {
        JsonObject meta = McpMeta.of(result);
        for (String key : KEYS) {
            if (meta.has(key)) {
                throw Refusals.ambiguous(McpMeta.pointer(key), oneReceipt(key));
            }
        }
        if (result.has(LEGACY_MEMBER)) {
            throw Refusals.ambiguous("/" + LEGACY_MEMBER, oneReceipt(LEGACY_MEMBER));
        }
    }

    private static String oneReceipt(String key) {
        return "the result already has " + key + "; an MCP result carries one receipt";
    }

    private Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(REF_KEY, carrier.receiptRef().toString());
        putIfPresent(entries, JWS_KEY, carrier.receiptJws());
        putIfPresent(entries, URL_KEY, carrier.receiptUrl());
        putIfPresent(entries, AGENT_KEY, agentId);
        putIfPresent(entries, VERIFIED_KEY, verifiedAt == null ? null : verifiedAt.toString());
        return entries;
    }

    private static void putIfPresent(Map<String, String> entries, String key, @Nullable String value) {
        if (value != null) {
            entries.put(key, value);
        }
    }

    /// The receipt of an MCP result, also in its two older places.
    ///
    /// @throws Rejected when it is malformed, too large, or when two places hold two receipts
    public static Optional<McpCarrier> read(JsonObject result) {
        JsonObject meta = McpMeta.of(result);
        List<ReceiptCarrier> found = new ArrayList<>();
        if (meta.has(REF_KEY) || meta.has(JWS_KEY) || meta.has(URL_KEY)) {
            found.add(new ReceiptCarrier(
                    ReceiptCarrier.ref(meta.get(REF_KEY)),
                    ReceiptCarrier.text(meta, JWS_KEY),
                    ReceiptCarrier.text(meta, URL_KEY),
                    Collections.emptyMap()));
        }
        addLegacy(found, ReceiptCarrier.text(meta, LEGACY_KEY));
        addLegacy(found, ReceiptCarrier.text(result, LEGACY_MEMBER));
        return found.isEmpty() ? Optional.empty() : Optional.of(single(found, meta));
    }

    private static void addLegacy(List<ReceiptCarrier> found, @Nullable String receiptJws) {
        if (receiptJws != null) {
            found.add(ReceiptCarrier.embed(receiptJws));
        }
    }

    private static McpCarrier single(List<ReceiptCarrier> found, JsonObject meta) {
        ReceiptCarrier first = found.getFirst();
        for (ReceiptCarrier other : found) {
            if (!other.receiptRef().equals(first.receiptRef())) {
                throw Refusals.ambiguous(
                        "/" + McpMeta.MEMBER,
                        "expected one receipt in an MCP result, found " + first.receiptRef() + " and "
                                + other.receiptRef());
            }
        }
        return new McpCarrier(first, ReceiptCarrier.text(meta, AGENT_KEY), verifiedAt(meta));
    }

    private static @Nullable Instant verifiedAt(JsonObject meta) {
        String text = ReceiptCarrier.text(meta, VERIFIED_KEY);
        if (text == null) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw Refusals.format(
                    McpMeta.pointer(VERIFIED_KEY), "a time such as 2026-01-25T10:30:00Z", Refusals.found(text));
        }
    }
}

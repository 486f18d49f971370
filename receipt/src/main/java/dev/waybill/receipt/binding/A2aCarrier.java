package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Receipts in the metadata of an A2A task status, message or artifact: the traceability extension.
public record A2aCarrier(List<ReceiptCarrier> carriers) {

    /// Names the extension in metadata, in an Agent Card and in the header.
    public static final String EXTENSION_URI = "https://www.peacprotocol.org/ext/traceability/v1";

    /// The most that one receipt may take.
    public static final int MAX_SIZE = 65_536;

    private static final String METADATA = "metadata";
    private static final String CARRIERS = "carriers";
    private static final String META = "meta";
    private static final String POINTER = "/" + METADATA + Refusals.segment(EXTENSION_URI);

    /// @throws Rejected when there is none, or one is larger than [#MAX_SIZE]
    public A2aCarrier {
        carriers = List.copyOf(carriers);
        if (carriers.isEmpty()) {
            throw Refusals.format(POINTER + "/" + CARRIERS, "at least one carrier", "none");
        }
        requireFit(carriers, MAX_SIZE);
    }

    private static void requireFit(List<ReceiptCarrier> carriers, int limit) {
        carriers.forEach(carrier -> carrier.requireFits("A2A", limit));
    }

    /// The limit that the other side states, never beyond ours.
    private static int limit(JsonObject meta) {
        return meta.get("max_size") instanceof JsonNumber number
                ? Math.clamp(number.asInteger().orElse(MAX_SIZE), 0, MAX_SIZE)
                : MAX_SIZE;
    }

    public static A2aCarrier of(ReceiptCarrier... carriers) {
        return new A2aCarrier(List.of(carriers));
    }

    /// A copy of a task status, message or artifact with these receipts added; other metadata and receipts
    /// that are there already stay.
    ///
    /// @throws Rejected when what is there already is malformed, or a receipt is larger than its `max_size` allows
    public JsonObject attachTo(JsonObject part) {
        JsonObject metadata = object(part.get(METADATA), "/" + METADATA);
        List<ReceiptCarrier> all =
                new ArrayList<>(read(part).map(A2aCarrier::carriers).orElse(List.of()));
        for (ReceiptCarrier carrier : carriers) {
            if (all.stream().noneMatch(present -> present.receiptRef().equals(carrier.receiptRef()))) {
                all.add(carrier);
            }
        }
        JsonObject present = object(metadata.get(EXTENSION_URI), POINTER);
        JsonObject meta = object(present.get(META), POINTER + "/" + META);
        requireFit(all, limit(meta));
        return part.with(METADATA, metadata.with(EXTENSION_URI, new A2aCarrier(all).payload(meta)));
    }

    private JsonObject payload(JsonObject meta) {
        boolean embedded = carriers.stream().anyMatch(ReceiptCarrier::isEmbedded);
        List<JsonValue> items = new ArrayList<>();
        carriers.forEach(carrier -> items.add(carrier.toJson()));
        return JsonObject.of(CARRIERS, new JsonArray(items))
                .with(
                        META,
                        meta.with("transport", "a2a")
                                .with("format", embedded ? "embed" : "reference")
                                .with("max_size", limit(meta)));
    }

    /// The receipts of a task status, message or artifact.
    ///
    /// @throws Rejected when one is malformed, too large, or is not what its reference says
    public static Optional<A2aCarrier> read(JsonObject part) {
        JsonValue payload = object(part.get(METADATA), "/" + METADATA).get(EXTENSION_URI);
        if (payload == null) {
            return Optional.empty();
        }
        JsonObject extension = object(payload, POINTER);
        JsonObject meta = object(extension.get(META), POINTER + "/" + META);
        JsonValue carriers = extension.get(CARRIERS);
        if (!(carriers instanceof JsonArray array)) {
            throw Refusals.format(POINTER + "/" + CARRIERS, "an array", Refusals.found(carriers));
        }
        var read =
                new A2aCarrier(array.items().stream().map(ReceiptCarrier::parse).toList());
        requireFit(read.carriers(), limit(meta));
        return Optional.of(read);
    }

    private static JsonObject object(@Nullable JsonValue value, String pointer) {
        return switch (value) {
            case null -> JsonObject.EMPTY;
            case JsonObject object -> object;
            default -> throw Refusals.format(pointer, "an object", Refusals.found(value));
        };
    }
}

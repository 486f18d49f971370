package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.Refusals;
import dev.waybill.receipt.context.Texts;
import dev.waybill.receipt.jws.Wire;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How an A2A agent says that it sends receipts: an entry of its Agent Card and a header.
public final class A2aExtension {

    /// Lists the extensions that a request or response uses.
    public static final String HEADER = "A2A-Extensions";

    /// Where an agent publishes its card.
    public static final String AGENT_CARD_PATH = "/.well-known/agent-card.json";

    private static final String CAPABILITIES = "capabilities";
    private static final String EXTENSIONS = "extensions";
    private static final String DESCRIPTION = "Signed receipts for tasks, verifiable offline";

    private A2aExtension() {}

    /// The entry for `capabilities.extensions` of an Agent Card.
    ///
    /// @param required whether a client must understand it
    /// @param issuerConfigUrl where the issuer's keys are described, if anywhere
    public static JsonObject agentCardEntry(boolean required, @Nullable String issuerConfigUrl) {
        if (issuerConfigUrl != null) {
            Texts.checkHttpsUrl("/params/issuer_config_url", issuerConfigUrl);
        }
        return JsonObject.of("uri", A2aCarrier.EXTENSION_URI)
                .with("description", DESCRIPTION)
                .with("required", required)
                .with(
                        "params",
                        JsonObject.of("supported_kinds", JsonArray.ofStrings(List.of(Wire.V0_1.typ(), Wire.V0_2.typ())))
                                .with("carrier_formats", JsonArray.ofStrings(List.of("embed", "reference")))
                                .withIfPresent("issuer_config_url", issuerConfigUrl));
    }

    /// A copy of an Agent Card that declares the extension; other entries stay, an older entry is replaced.
    ///
    /// @throws Rejected when `capabilities` or its `extensions` are of another kind
    public static JsonObject declareIn(JsonObject agentCard, JsonObject entry) {
        JsonValue present = agentCard.get(CAPABILITIES);
        JsonObject capabilities = present == null
                ? JsonObject.EMPTY
                : present.asObject()
                        .orElseThrow(() -> Refusals.format("/" + CAPABILITIES, "an object", Refusals.found(present)));
        List<JsonValue> entries = new ArrayList<>();
        entries(capabilities).forEach(other -> {
            if (!isOurs(other)) {
                entries.add(other);
            }
        });
        entries.add(entry);
        return agentCard.with(CAPABILITIES, capabilities.with(EXTENSIONS, new JsonArray(entries)));
    }

    /// Whether an Agent Card declares the extension.
    public static boolean isDeclaredIn(JsonObject agentCard) {
        return agentCard
                .object(CAPABILITIES)
                .flatMap(capabilities -> capabilities.array(EXTENSIONS))
                .filter(entries -> entries.items().stream().anyMatch(A2aExtension::isOurs))
                .isPresent();
    }

    private static JsonArray entries(JsonObject capabilities) {
        JsonValue entries = capabilities.get(EXTENSIONS);
        return entries == null
                ? JsonArray.EMPTY
                : entries.asArray()
                        .orElseThrow(() -> Refusals.format(
                                "/" + CAPABILITIES + "/" + EXTENSIONS, "an array", Refusals.found(entries)));
    }

    private static boolean isOurs(JsonValue entry) {
        return entry instanceof JsonObject object
                && object.string("uri").filter(A2aCarrier.EXTENSION_URI::equals).isPresent();
    }

    /// The value of the header when this extension is used beside others.
    ///
    /// @param present the header's value so far; empty when there is none
    public static String header(String present) {
        Set<String> uris = new LinkedHashSet<>(uris(present));
        uris.add(A2aCarrier.EXTENSION_URI);
        return String.join(", ", uris);
    }

    /// Whether a header's value names this extension.
    public static boolean isUsedIn(String header) {
        return uris(header).contains(A2aCarrier.EXTENSION_URI);
    }

    private static List<String> uris(String header) {
        List<String> uris = new ArrayList<>();
        for (String uri : header.split(",", -1)) {
            if (!uri.isBlank()) {
                uris.add(uri.strip());
            }
        }
        return uris;
    }
}

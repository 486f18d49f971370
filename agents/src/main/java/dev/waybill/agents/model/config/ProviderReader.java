package dev.waybill.agents.model.config;

import dev.waybill.agents.Outside;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.Price;
import dev.waybill.agents.model.cassette.Cassette;
import dev.waybill.agents.model.cassette.Recorder;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.agents.model.wire.AnthropicWire;
import dev.waybill.agents.model.wire.Endpoint;
import dev.waybill.agents.model.wire.GeminiWire;
import dev.waybill.agents.model.wire.HttpModel;
import dev.waybill.agents.model.wire.OpenAiChatWire;
import dev.waybill.agents.model.wire.OpenAiResponsesWire;
import dev.waybill.agents.model.wire.Sender;
import dev.waybill.agents.model.wire.Wire;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one provider of `agents.models`.
final class ProviderReader {

    /// Where traffic is recorded: a member beside the providers.
    static final String RECORD = "record";

    private static final String CASSETTE = "cassette";

    private static final List<Wire> WIRES =
            List.of(new OpenAiChatWire(), new OpenAiResponsesWire(), new AnthropicWire(), new GeminiWire());

    private static final Set<String> MEMBERS = Set.of(
            "wire",
            "url",
            "key",
            "tenants",
            "models",
            "headers",
            "options",
            "stream",
            "timeoutMs",
            "program",
            "speaks",
            "folder");

    /// A header of this name holds a secret, whatever it looks like.
    private static final List<String> SECRET_HEADERS =
            List.of("authorization", "api-key", "apikey", "token", "secret", "cookie", "password");

    private final String name;
    private final JsonObject config;
    private final Outside outside;

    private ProviderReader(String name, JsonObject config, Outside outside) {
        this.name = name;
        this.config = config;
        this.outside = outside;
    }

    static ConfiguredProvider read(String name, JsonObject config, Outside outside) {
        ProviderReader reader = new ProviderReader(name, config, outside);
        for (String member : config.names()) {
            if (!MEMBERS.contains(member)) {
                throw new BadModels(name, "unknown member \"%s\"; known are %s".formatted(member, sorted(MEMBERS)));
            }
        }
        return new ConfiguredProvider(reader.provider(), reader.models());
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    private ModelProvider provider() {
        String word = config.string("wire").orElse(name);
        if (word.equals(MockModel.NAME)) {
            return new MockModel(name, config.object("program").orElse(JsonObject.EMPTY));
        }
        boolean plays = word.equals(CASSETTE);
        Wire wire = plays ? wire(name + ".speaks", config.string("speaks").orElse("")) : wire(name + ".wire", word);
        return new HttpModel(
                name,
                wire,
                endpoint(wire),
                plays ? new Cassette(folder()) : recorded(HttpModel.over(outside.egress())),
                config.object("options").orElse(JsonObject.EMPTY),
                config.get("stream") != JsonBool.FALSE,
                InstantSource.system());
    }

    private static Wire wire(String where, String word) {
        return WIRES.stream()
                .filter(each -> each.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new BadModels(
                        where,
                        "expected %s, mock or cassette, found \"%s\""
                                .formatted(
                                        String.join(
                                                ", ",
                                                WIRES.stream().map(Wire::name).toList()),
                                        word)));
    }

    private Path folder() {
        return path(
                name + ".folder",
                config.string("folder").orElseThrow(() -> new BadModels(name + ".folder", "expected a folder")));
    }

    private static Path path(String where, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new BadModels(where, "expected a path");
        }
    }

    /// Everything that goes over the network is kept, where the operator asks for it.
    private Sender recorded(Sender sender) {
        return outside.models()
                .string(RECORD)
                .<Sender>map(folder -> new Recorder(sender, path(RECORD, folder).resolve(name)))
                .orElse(sender);
    }

    private Endpoint endpoint(Wire wire) {
        Map<String, String> plain = new LinkedHashMap<>();
        Map<String, String> secret = new LinkedHashMap<>();
        config.object("headers").orElse(JsonObject.EMPTY).members().forEach((header, value) -> {
            String text = text(name + ".headers." + header, value);
            (isReference(text) ? secret : plain).put(header, text);
            if (!isReference(text) && isSecret(header)) {
                throw literal(name + ".headers." + header);
            }
        });
        return new Endpoint(
                name,
                url(wire),
                reference(),
                tenantKeys(),
                plain,
                secret,
                patience(),
                outside.secret(),
                InstantSource.system());
    }

    private URI url(Wire wire) {
        String text = config.string("url")
                .or(wire::usualUrl)
                .orElseThrow(() -> new BadModels(name + ".url", "expected the address of the provider"));
        try {
            URI url = new URI(text);
            if (url.getHost() == null || url.getRawQuery() != null || url.getUserInfo() != null) {
                throw new BadModels(name + ".url", "expected an http or https address without a query");
            }
            return url;
        } catch (URISyntaxException _) {
            throw new BadModels(name + ".url", "expected an http or https address");
        }
    }

    private @Nullable String reference() {
        JsonValue key = config.get("key");
        return key == null ? null : reference(name + ".key", key);
    }

    private Map<String, String> tenantKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        config.object("tenants").orElse(JsonObject.EMPTY).members().forEach((tenant, value) -> {
            String where = name + ".tenants." + tenant;
            JsonValue key = value instanceof JsonObject object ? object.get("key") : value;
            keys.put(tenant, reference(where, key == null ? value : key));
        });
        return keys;
    }

    private static String reference(String where, JsonValue value) {
        String text = text(where, value);
        if (!isReference(text)) {
            throw literal(where);
        }
        return text;
    }

    /// The text itself is not repeated: it may be the secret.
    private static BadModels literal(String where) {
        return new BadModels(where, "expected a reference to the secret, env:NAME or file:PATH, not the secret itself");
    }

    private static boolean isReference(String text) {
        return text.startsWith("env:") || text.startsWith("file:");
    }

    private static boolean isSecret(String header) {
        String lower = header.toLowerCase(Locale.ROOT);
        return SECRET_HEADERS.stream().anyMatch(lower::contains);
    }

    private static String text(String where, JsonValue value) {
        return value.asString().orElseThrow(() -> new BadModels(where, "expected a text, found " + value.kind()));
    }

    private Duration patience() {
        return config.get("timeoutMs") instanceof JsonNumber number
                ? Duration.ofMillis(number.asInteger().orElse(0))
                : HttpModel.USUAL_PATIENCE;
    }

    private Map<String, ModelInfo> models() {
        Map<String, ModelInfo> models = new LinkedHashMap<>();
        switch (config.get("models")) {
            case null -> {
                // Whatever the provider knows.
            }
            case JsonArray names ->
                names.forEach(
                        each -> models.put(text(name + ".models", each), new ModelInfo(List.of(), Optional.empty())));
            case JsonObject each ->
                each.members()
                        .forEach((model, info) -> models.put(
                                model,
                                info(
                                        name + ".models." + model,
                                        info.asObject()
                                                .orElseThrow(() -> new BadModels(
                                                        name + ".models." + model, "expected an object")))));
            default -> throw new BadModels(name + ".models", "expected an array of names, or an object by name");
        }
        return models;
    }

    private static ModelInfo info(String where, JsonObject info) {
        List<String> classes = new ArrayList<>();
        info.array("classes").orElse(JsonArray.EMPTY).forEach(each -> classes.add(text(where + ".classes", each)));
        return new ModelInfo(classes, info.object("price").map(price -> price(where + ".price", price)));
    }

    private static Price price(String where, JsonObject price) {
        BigDecimal input = amount(where, price, "input");
        return new Price(
                input, amount(where, price, "output"), price.has("cached") ? amount(where, price, "cached") : input);
    }

    private static BigDecimal amount(String where, JsonObject price, String member) {
        if (price.get(member) instanceof JsonNumber number && number.doubleValue() >= 0) {
            return new BigDecimal(number.lexeme());
        }
        throw new BadModels(where + "." + member, "expected dollars for a million tokens");
    }
}

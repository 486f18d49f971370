package dev.waybill.packsjs;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.packsjs.crypto.CryptoDesk;
import dev.waybill.packsjs.crypto.CryptoRefused;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;

/// What code can ask for, by name. What only computes is done here; everything else is the host's to grant.
final class Natives {

    private static final String CRYPTO = "crypto.";

    private final Link link;
    private final CryptoDesk crypto;

    /// @param pure whether it must give the same each time
    Natives(Link link, boolean pure) {
        this.link = link;
        this.crypto = new CryptoDesk(pure);
    }

    /// @return `{"value"}` or `{"error": {"code", "message"}}`, as text
    String ask(String name, String text) {
        try {
            JsonValue argument = JsonReader.read(text, JsonLimits.DOCUMENT);
            if (name.startsWith(CRYPTO)) {
                return value(crypto.ask(name.substring(CRYPTO.length()), object(argument)));
            }
            return name.equals("url") ? value(url(object(argument))) : outside(name, argument);
        } catch (CryptoRefused refused) {
            return error(refused.code(), refused.getMessage());
        } catch (JsonException | IllegalArgumentException | URISyntaxException e) {
            return error("ERR_INVALID_ARG_VALUE", String.valueOf(e.getMessage()));
        }
    }

    private String outside(String name, JsonValue argument) {
        JsonObject told = link.ask(JsonObject.builder()
                .put("type", "ask")
                .put("name", name)
                .put("argument", argument)
                .build());
        return told.without("type").toString();
    }

    private static String value(JsonValue value) {
        return JsonObject.builder().put("value", value).build().toString();
    }

    private static String error(String code, String message) {
        return JsonObject.builder()
                .put(
                        "error",
                        JsonObject.builder()
                                .put("code", code)
                                .put("message", message)
                                .build())
                .build()
                .toString();
    }

    private static JsonObject object(JsonValue value) {
        return value.asObject().orElseThrow(() -> new IllegalArgumentException("expected an object"));
    }

    /// The parts of an address, as far as packs look at them: what Java and the web call a URL is the same for http.
    private static JsonValue url(JsonObject asked) throws URISyntaxException {
        URI written = new URI(asked.string("address").orElse("").strip());
        URI uri = asked.get("base") instanceof JsonString(var base) ? new URI(base).resolve(written) : written;
        if (uri.getScheme() == null || (uri.getHost() == null && uri.isOpaque())) {
            throw new IllegalArgumentException("expected an absolute address");
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        boolean usual = uri.getPort() < 0
                || (scheme.equals("http") && uri.getPort() == 80)
                || (scheme.equals("https") && uri.getPort() == 443);
        String path = Objects.requireNonNullElse(uri.normalize().getRawPath(), "");
        String[] who = Objects.requireNonNullElse(uri.getRawUserInfo(), "").split(":", 2);
        return JsonObject.builder()
                .put("protocol", scheme + ":")
                .put("username", who[0])
                .put("password", who.length > 1 ? who[1] : "")
                .put("hostname", Objects.requireNonNullElse(uri.getHost(), "").toLowerCase(Locale.ROOT))
                .put("port", usual ? "" : String.valueOf(uri.getPort()))
                .put("pathname", path.isEmpty() && uri.getHost() != null ? "/" : path)
                .put("search", uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
                .put("hash", uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment())
                .build();
    }
}

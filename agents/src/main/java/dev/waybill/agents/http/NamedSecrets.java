package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Secrets that workflows may use without knowing them: `secret:NAME` in a header. The operator says where each lies
/// and to which hosts it may go (`agents.secrets`); a workflow can neither read another one nor send it elsewhere.
public final class NamedSecrets {

    private static final String WORD = "secret:";

    private final JsonObject written;
    private final UnaryOperator<String> reference;

    /// @param written the setting `agents.secrets`: name to `{from, hosts}`
    /// @param reference turns `env:NAME` or `file:PATH` into what lies there
    public NamedSecrets(JsonObject written, UnaryOperator<String> reference) {
        this.written = written;
        this.reference = reference;
    }

    static boolean isMeant(String text) {
        return text.startsWith(WORD);
    }

    /// @param host where it is to go
    String filled(String text, String host) throws BadRequest {
        if (!isMeant(text)) {
            return text;
        }
        String name = text.substring(WORD.length());
        JsonObject secret = written.object(name)
                .orElseThrow(() -> new BadRequest("no secret is called \"%s\"; agents.secrets has %s"
                        .formatted(name, written.isEmpty() ? "none" : String.join(", ", written.names()))));
        if (!goesTo(secret, host.toLowerCase(Locale.ROOT))) {
            throw new BadRequest("the secret \"%s\" is not for %s: agents.secrets.%s.hosts does not name it"
                    .formatted(name, host, name));
        }
        try {
            return reference.apply(secret.string("from").orElse(""));
        } catch (RuntimeException e) {
            throw new BadRequest("the secret \"%s\" cannot be read: %s".formatted(name, e.getMessage()));
        }
    }

    /// Adds what is said of each secret that a value names and this process has not, or cannot read.
    void lack(JsonValue written, List<String> lacking) {
        switch (written) {
            case JsonString(var text)
            when isMeant(text) -> {
                String name = text.substring(WORD.length());
                JsonObject secret = this.written.object(name).orElse(null);
                if (secret == null) {
                    lacking.add("no secret is called \"%s\" here".formatted(name));
                } else if (!isReadable(secret)) {
                    lacking.add("the secret \"%s\" cannot be read here".formatted(name));
                }
            }
            case JsonObject object -> object.members().values().forEach(each -> lack(each, lacking));
            case JsonArray array -> array.items().forEach(each -> lack(each, lacking));
            default -> {
                // It names none.
            }
        }
    }

    private boolean isReadable(JsonObject secret) {
        try {
            reference.apply(secret.string("from").orElse(""));
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    private static boolean goesTo(JsonObject secret, String host) {
        List<JsonValue> hosts = secret.array("hosts").orElse(JsonArray.EMPTY).items();
        return hosts.stream()
                .anyMatch(it -> it instanceof JsonString(var rule)
                        && (rule.startsWith("*.")
                                ? host.endsWith(rule.substring(1))
                                : host.equals(rule.toLowerCase(Locale.ROOT))));
    }
}

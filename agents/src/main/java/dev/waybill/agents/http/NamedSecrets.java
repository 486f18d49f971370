package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Secrets that workflows may use without knowing them: `secret:NAME` in a header. The operator says where each lies,
/// to which hosts it may go and whose runs may use it (`agents.secrets`); a workflow can neither read another one nor
/// send
/// it elsewhere.
public final class NamedSecrets {

    private static final String WORD = "secret:";
    private static final Pattern PORTED = Pattern.compile("(.+):([0-9]{1,5})");

    private final JsonObject written;
    private final UnaryOperator<String> reference;

    /// @param written the setting `agents.secrets`: name to `{from, hosts, tenants}`
    /// @param reference turns `env:NAME` or `file:PATH` into what lies there
    public NamedSecrets(JsonObject written, UnaryOperator<String> reference) {
        this.written = written;
        this.reference = reference;
    }

    /// Where a text names a secret, alone or as its last word; -1 where it names none.
    private static int place(String text) {
        int at = text.startsWith(WORD) ? 0 : text.lastIndexOf(' ') + 1;
        return text.startsWith(WORD, at) ? at : -1;
    }

    /// A header with the secret that it names, alone or behind a scheme: `Bearer secret:NAME`.
    ///
    /// @param address where it is to go
    /// @param tenant whose run asks
    String filled(String text, URI address, String tenant) throws BadRequest {
        int at = place(text);
        if (at < 0) {
            return text;
        }
        String name = text.substring(at + WORD.length());
        JsonObject secret = written.object(name)
                .filter(it -> isFor(it, tenant))
                .orElseThrow(() -> new BadRequest(
                        "no secret that this tenant may use is called \"%s\" in agents.secrets".formatted(name)));
        if (!goesTo(secret, address)) {
            throw new BadRequest("the secret \"%s\" is not for %s: agents.secrets.%s.hosts does not name it"
                    .formatted(name, Place.of(address), name));
        }
        try {
            return text.substring(0, at) + reference.apply(secret.string("from").orElse(""));
        } catch (RuntimeException e) {
            throw new BadRequest("the secret \"%s\" cannot be read; its operator knows where it lies".formatted(name));
        }
    }

    /// Adds what is said of each secret that a value names and this process has not, or cannot read.
    void lack(JsonValue written, List<String> lacking) {
        switch (written) {
            case JsonString(var text)
            when place(text) >= 0 -> {
                String name = text.substring(place(text) + WORD.length());
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
            String _ = reference.apply(secret.string("from").orElse(""));
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    /// Whether something of the operator's that names its `tenants` names this one; what names none is for all.
    public static boolean isFor(JsonObject written, String tenant) {
        return written.array("tenants")
                .map(tenants -> tenants.items().contains(new JsonString(tenant)))
                .orElse(true);
    }

    private static boolean goesTo(JsonObject secret, URI address) {
        Place wanted = Place.of(address);
        return secret.array("hosts").orElse(JsonArray.EMPTY).items().stream()
                .anyMatch(it ->
                        it instanceof JsonString(var rule) && Place.of(rule).covers(wanted));
    }

    /// Where a secret may go. A rule that names neither scheme nor port means `https` and its port.
    ///
    /// @param host in lower case; in a rule `*.` stands for any beginning
    private record Place(String scheme, String host, int port) {

        static Place of(URI address) {
            String scheme = address.getScheme().toLowerCase(Locale.ROOT);
            int port = address.getPort();
            return new Place(scheme, address.getHost().toLowerCase(Locale.ROOT), port < 0 ? usual(scheme) : port);
        }

        static Place of(String rule) {
            int named = rule.indexOf("://");
            String scheme = named < 0 ? "https" : rule.substring(0, named).toLowerCase(Locale.ROOT);
            String authority = named < 0 ? rule : rule.substring(named + 3);
            Matcher ported = PORTED.matcher(authority);
            return ported.matches()
                    ? new Place(scheme, ported.group(1).toLowerCase(Locale.ROOT), Integer.parseInt(ported.group(2)))
                    : new Place(scheme, authority.toLowerCase(Locale.ROOT), usual(scheme));
        }

        private static int usual(String scheme) {
            return scheme.equals("http") ? 80 : 443;
        }

        boolean covers(Place wanted) {
            return scheme.equals(wanted.scheme)
                    && port == wanted.port
                    && (host.startsWith("*.") ? wanted.host.endsWith(host.substring(1)) : wanted.host.equals(host));
        }

        @Override
        public String toString() {
            return scheme + "://" + host + (port == usual(scheme) ? "" : ":" + port);
        }
    }
}

package dev.waybill.app.config;

import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Secret;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The members of an object setting that may hold secrets: keys of models, servers and agents, headers, the environment
/// of programs. What is known to be a secret is written as a reference, and nothing but references is ever shown of
/// them.
final class SecretMembers {

    /// A member of these names is a secret.
    private static final List<String> SECRETS = List.of("key", "apikey", "from");

    /// Every member of these objects is a secret, or one that its name gives away.
    private static final String TENANTS = "tenants";

    private static final List<String> NAMED = List.of("headers", "env");
    private static final List<String> GIVEN_AWAY =
            List.of("authorization", "api-key", "api_key", "apikey", "token", "secret", "cookie", "password");

    /// Tools are one level deeper than everything else.
    private static final String OPENAPI = "openapi";

    private SecretMembers() {}

    /// @throws Failure when a secret is written out
    static void requireReferences(JsonObject value, String where) {
        var _ = each(value, where, (place, text, sure) -> {
            if (sure) {
                // The text itself is not repeated: it may be the secret.
                throw Failure.usage(
                        place + ": expected a reference to the secret, env:NAME or file:PATH, not the secret itself",
                        "Put the secret into a variable or a file, and name that here.");
            }
            return text;
        });
    }

    static JsonObject masked(JsonObject value) {
        return each(value, "", (_, _, _) -> new JsonString(Setting.MASKED));
    }

    /// The replacement of a text that is no reference.
    private interface Literal {
        JsonValue seen(String place, JsonValue text, boolean sure);
    }

    private static JsonObject each(JsonObject setting, String where, Literal literal) {
        return mapped(setting, where, (name, value, place) -> {
            JsonObject entry = value.asObject().orElse(null);
            if (entry == null) {
                return value;
            }
            return name.equals(OPENAPI)
                    ? mapped(entry, place, (_, tool, at) -> entry(tool, at, literal))
                    : entry(entry, place, literal);
        });
    }

    private static JsonValue entry(JsonValue value, String where, Literal literal) {
        JsonObject entry = value.asObject().orElse(null);
        return entry == null
                ? value
                : mapped(entry, where, (name, member, place) -> {
                    JsonObject bag = member.asObject().orElse(null);
                    if (bag != null && (name.equals(TENANTS) || NAMED.contains(name))) {
                        return mapped(
                                bag,
                                place,
                                (inner, text, at) ->
                                        text(text, at, name.equals(TENANTS) || isGivenAway(inner), literal));
                    }
                    return SECRETS.contains(name.toLowerCase(Locale.ROOT))
                            ? text(member, place, true, literal)
                            : member;
                });
    }

    private static JsonValue text(JsonValue value, String place, boolean sure, Literal literal) {
        return value instanceof JsonString(var text) && !Secret.isReference(text)
                ? literal.seen(place, value, sure)
                : value;
    }

    private static boolean isGivenAway(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return GIVEN_AWAY.stream().anyMatch(small::contains);
    }

    private interface Change {
        JsonValue of(String name, JsonValue value, String place);
    }

    private static JsonObject mapped(JsonObject object, String where, Change change) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        object.members()
                .forEach((name, value) ->
                        members.put(name, change.of(name, value, where.isEmpty() ? name : where + "." + name)));
        return new JsonObject(members);
    }
}

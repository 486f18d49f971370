package dev.waybill.doors.jwt;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who a token speaks for, by the claims that the configuration names.
record JwtClaims(JsonObject claims, JwtRules rules) {

    private static final int LONGEST_NAME = 128;

    /// Names of callers that no provider may give to somebody: an entry in a log must not look like another's.
    private static final List<String> OURS = List.of(Caller.OPERATOR, Caller.THIS_MACHINE);

    private static final String API_KEY = "key_";

    Caller caller() throws JwtRefused {
        String fixed = rules.tenant();
        String tenant = fixed == null ? name(rules.tenantClaim()) : fixed;
        String principal = name(rules.principalClaim());
        if (OURS.contains(principal) || principal.startsWith(API_KEY)) {
            throw new JwtRefused("the token's " + rules.principalClaim() + " is a name that Waybill gives itself");
        }
        return new Caller(tenant, principal, scopes());
    }

    private String name(String claim) throws JwtRefused {
        if (find(claim) instanceof JsonString(var text)
                && !text.isBlank()
                && text.length() <= LONGEST_NAME
                && text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        throw new JwtRefused("the token's " + claim + " is missing or no name of 1 to " + LONGEST_NAME + " characters");
    }

    /// Words that are no scopes of ours are for other services.
    private Set<Scope> scopes() {
        List<String> words = switch (find(rules.scopesClaim())) {
            case JsonString(var text) -> List.of(text.split(" ", -1));
            case JsonArray all ->
                all.items().stream()
                        .map(it -> it instanceof JsonString(var word) ? word : "")
                        .toList();
            case null, default -> List.of();
        };
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        words.forEach(word -> Scope.of(word).ifPresent(scopes::add));
        return scopes;
    }

    /// A claim by its whole name, which may hold dots, else by a path.
    private @Nullable JsonValue find(String claim) {
        JsonValue whole = claims.get(claim);
        if (whole != null) {
            return whole;
        }
        JsonValue at = claims;
        for (String part : claim.split("\\.", -1)) {
            at = at instanceof JsonObject object ? object.get(part) : null;
        }
        return at;
    }
}

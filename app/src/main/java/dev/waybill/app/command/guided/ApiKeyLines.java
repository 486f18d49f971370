package dev.waybill.app.command.guided;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.journal.store.Scope;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// API keys as people name and read them.
final class ApiKeyLines {

    private static final int SHOWN = 5;

    private ApiKeyLines() {}

    /// The key that a user means: its id, or enough of its beginning.
    ///
    /// @throws Failure when none is meant, or several are
    static ApiKey find(ApiKeys keys, String word) {
        List<ApiKey> found = keys.apiKeys().stream()
                .filter(key -> !word.isEmpty() && key.id().startsWith(word))
                .toList();
        if (found.isEmpty()) {
            throw new Failure(
                    ExitCode.NO,
                    "api_key_not_found",
                    "no API key's id begins with \"" + word + "\"",
                    "See 'waybill apikeys list'.");
        }
        if (found.size() > 1) {
            List<String> ids = found.stream().limit(SHOWN).map(ApiKey::id).toList();
            throw new Failure(
                    ExitCode.NO,
                    "api_key_ambiguous",
                    "several API keys' ids begin with \"" + word + "\": " + String.join(", ", ids),
                    "Give more of the id.");
        }
        return found.getFirst();
    }

    static JsonObject json(ApiKey key, Instant now) {
        return JsonObject.of("id", key.id())
                .with("tenant", key.tenant())
                .with("label", key.label())
                .with(
                        "scopes",
                        JsonArray.ofStrings(
                                key.scopes().stream().map(Scope::wire).toList()))
                .with("createdAt", Times.format(key.createdAt()))
                .withIfPresent("expiresAt", key.expiresAt() == null ? null : Times.format(key.expiresAt()))
                .with("valid", key.isValid(now));
    }

    /// With the key itself, which nobody can show again.
    static JsonObject json(FreshApiKey fresh, Instant now) {
        return json(fresh.kept(), now).with("apiKey", fresh.secret());
    }

    static void print(PrintStream out, FreshApiKey fresh) {
        out.println("key      " + fresh.secret());
        out.println("id       " + fresh.kept().id());
        out.println("scopes   " + names(fresh.kept().scopes()));
        out.println("expires  " + time(fresh.kept().expiresAt(), "never"));
        out.println("The key is shown only once. Clients send it as Authorization: Bearer KEY.");
    }

    static String names(Set<Scope> scopes) {
        return scopes.stream().map(Scope::wire).collect(Collectors.joining(", "));
    }

    static String time(@Nullable Instant at, String otherwise) {
        return at == null ? otherwise : at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

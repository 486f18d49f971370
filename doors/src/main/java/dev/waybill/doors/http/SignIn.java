package dev.waybill.doors.http;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.Caller;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Lets browsers in: an API key is exchanged for a cookie at `/session`, and the cookie opens the gate as the key
/// would. Programs go on to show their key.
///
/// A page that changes something with the cookie must also send a token that only our own pages can read, and the
/// browser must not say that the page is another site's: `SameSite` alone trusts every host of the domain.
public final class SignIn implements Gatekeeper, Door {

    private static final String PATH = "/session";
    private static final Duration LASTS = Duration.ofHours(12);
    private static final String SAME_ORIGIN = "same-origin";

    private final ApiKeyGate programs;
    private final RunStore store;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final boolean secure;

    /// @param random must be one that nobody can predict
    /// @param settings say whether cookies can travel over an encrypted connection only
    public SignIn(RunStore store, InstantSource clock, RandomGenerator random, ServerSettings settings) {
        this.programs = new ApiKeyGate(store, clock);
        this.store = store;
        this.clock = clock;
        this.random = random;
        this.secure =
                !settings.isLoopback() || settings.origins().stream().anyMatch(origin -> origin.startsWith("https://"));
    }

    @Override
    public boolean asksForKeys() {
        return true;
    }

    @Override
    public Admission admit(Credentials shown) {
        return shown.authorization() != null || shown.session() == null ? programs.admit(shown) : known(shown);
    }

    private Admission known(Credentials shown) {
        Instant now = clock.instant();
        List<TokenKey> keys = store.tokenKeys();
        Optional<Session> session =
                Session.unseal(String.valueOf(shown.session()), keys, now).filter(it -> now.isBefore(it.expiresAt()));
        Optional<ApiKey> holder =
                session.flatMap(it -> store.apiKey(it.apiKey())).filter(key -> key.isValid(now));
        if (session.isEmpty()
                || holder.isEmpty()
                || store.answered(signOut(holder.get().tenant(), session.get()), now)
                        .isPresent()) {
            return new Admission.Refused("this session is over; sign in again with an API key");
        }
        if (shown.changes() && !isOurPage(shown, session.get(), keys, now)) {
            return new Admission.Forbidden(
                    "a page that changes something sends X-Waybill-Csrf with the token that GET /session gives it");
        }
        ApiKey key = holder.get();
        return new Admission.Admitted(new Caller(key.tenant(), key.id(), key.scopes()));
    }

    private static boolean isOurPage(Credentials shown, Session session, List<TokenKey> keys, Instant now) {
        return (shown.site() == null || shown.site().equals(SAME_ORIGIN))
                && shown.csrf() != null
                && session.isCsrf(shown.csrf(), keys, now);
    }

    @Override
    public void openToAll(HttpRules rules) {
        rules.post(PATH, this::begin);
    }

    @Override
    public void open(HttpRules rules) {
        rules.get(PATH, this::show);
        rules.delete(PATH, this::end);
    }

    @Override
    public String notice() {
        return "sign-in at " + PATH;
    }

    /// Only a key opens a session, never a session.
    private void begin(ServerRequest request, ServerResponse response) {
        Credentials shown = Credentials.of(request);
        switch (programs.admit(shown)) {
            case Admission.Admitted(var caller) -> begin(caller, ApiKeyGate.keyOf(shown), response);
            case Admission.Refused(var why) -> refuse(response, Kind.UNAUTHENTICATED, "unauthenticated", why);
            case Admission.Barred(var during) -> Replies.bar(response, during);
            case Admission.Forbidden(var why) -> refuse(response, Kind.FORBIDDEN, "cross_site", why);
        }
    }

    private void begin(Caller caller, Digest key, ServerResponse response) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant end = store.apiKey(key)
                .map(ApiKey::expiresAt)
                .filter(it -> it.isBefore(now.plus(LASTS)))
                .orElse(now.plus(LASTS));
        Session session = new Session(bytes(Session.ID_BYTES), key, end);
        List<TokenKey> keys = store.createTokenKey(TokenKey.first(random, now));
        String cookie = session.seal(keys.getFirst());
        response.header(HeaderNames.SET_COOKIE, SessionCookie.set(cookie, Duration.between(now, end), secure));
        Replies.json(response, Status.CREATED_201, describe(caller, Optional.of(session), keys));
    }

    private static void refuse(ServerResponse response, Kind kind, String code, String message) {
        Replies.refuse(response, new Refusal(kind, code, message, null));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private void show(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        List<TokenKey> keys = store.tokenKeys();
        Replies.json(response, Status.OK_200, describe(Callers.of(request), session(request, keys), keys));
    }

    private Optional<Session> session(ServerRequest request, List<TokenKey> keys) {
        return Optional.ofNullable(Credentials.of(request).session())
                .flatMap(cookie -> Session.unseal(cookie, keys, clock.instant()));
    }

    /// The browser forgets the cookie, and the store remembers that it is over until it would have ended by
    /// itself: a copy of it opens nothing, in whatever process.
    private void end(ServerRequest request, ServerResponse response) {
        session(request, store.tokenKeys()).ifPresent(session -> {
            IdempotencyKey key = signOut(Callers.of(request).tenant(), session);
            store.commit(new Transaction(
                    List.of(),
                    List.of(),
                    List.of(),
                    new IdempotencyRecord(
                            key, Digest.of(session.id()), new byte[0], clock.instant(), session.expiresAt())));
        });
        response.header(HeaderNames.SET_COOKIE, SessionCookie.set("", Duration.ZERO, secure));
        response.status(Status.NO_CONTENT_204).send();
    }

    private static IdempotencyKey signOut(String tenant, Session session) {
        return new IdempotencyKey(tenant, "session.end", Digest.of(session.id()).hex());
    }

    static byte[] describe(Caller caller, Optional<Session> session, List<TokenKey> keys) {
        JsonObject.Builder answer = JsonObject.builder()
                .put("tenant", caller.tenant())
                .put("principal", caller.principal())
                .put(
                        "scopes",
                        JsonArray.ofStrings(
                                caller.scopes().stream().map(Scope::wire).toList()));
        session.ifPresent(it -> answer.put("csrfToken", it.csrf(keys.getFirst()))
                .put("expiresAt", it.expiresAt().toString()));
        return JsonWriter.compactBytes(answer.build());
    }
}

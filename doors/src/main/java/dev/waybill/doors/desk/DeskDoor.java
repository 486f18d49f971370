package dev.waybill.doors.desk;

import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.runtime.Caller;
import dev.waybill.view.run.Page;
import dev.waybill.view.text.Surface;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.function.Consumer;

/// `/waybill/runs/{run}` and `/waybill/sessions`: what `waybill show`, `answer`, `diff`, `replay --verify`,
/// `telemetry --run` and `sessions` print, for an operator who has no access to the store. JSON for programs, text as
/// wide as the asker's
/// terminal for people: a page is computed once, where the run is.
public final class DeskDoor implements Door {

    private static final String RUN = "/waybill/runs/{run}";
    private static final String SESSIONS = "/waybill/sessions";
    private static final int USUAL_SESSIONS = 20;
    private static final int MOST_SESSIONS = 1_000;
    private static final int LONGEST_AGAIN = 300;
    private static final int NARROWEST = 20;

    private final HostPages pages;
    private final ReplayDesk replays;
    private final SpanDesk spans;
    private final InstantSource clock;
    private final Consumer<Throwable> trouble;

    /// @param trouble hears of our own mistakes
    public DeskDoor(
            HostPages pages, ReplayDesk replays, SpanDesk spans, InstantSource clock, Consumer<Throwable> trouble) {
        this.pages = pages;
        this.replays = replays;
        this.spans = spans;
        this.clock = clock;
        this.trouble = trouble;
    }

    /// Which page a path means.
    private interface Choice {
        Page of(Caller caller, ServerRequest request);
    }

    @Override
    public void open(HttpRules rules) {
        rules.get(
                RUN,
                (request, response) ->
                        answer(request, response, (caller, it) -> pages.run(caller, path(it, "run"), again(it))));
        rules.get(
                RUN + "/report",
                (request, response) ->
                        answer(request, response, (caller, it) -> pages.report(caller, path(it, "run"), again(it))));
        rules.get(
                RUN + "/diff/{other}",
                (request, response) -> answer(
                        request, response, (caller, it) -> pages.diff(caller, path(it, "run"), path(it, "other"))));
        rules.get(
                RUN + "/spans",
                (request, response) -> answer(request, response, (caller, it) -> spans.of(caller, path(it, "run"))));
        rules.post(
                RUN + "/verify-replay",
                (request, response) -> answer(request, response, (caller, it) -> verdict(caller, path(it, "run"))));
        openSessions(rules);
    }

    private Page verdict(Caller caller, String run) {
        try {
            return replays.verify(caller, run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("this host is going down", e);
        }
    }

    private void openSessions(HttpRules rules) {
        rules.get(
                SESSIONS,
                (request, response) -> answer(
                        request,
                        response,
                        (caller, it) -> pages.sessions(
                                caller, limit(it), query(it, "all").equals("true"))));
        rules.get(
                SESSIONS + "/{session}",
                (request, response) -> answer(
                        request, response, (caller, it) -> pages.session(caller, path(it, "session"), again(it))));
    }

    private static int limit(ServerRequest request) {
        try {
            return Math.clamp(Integer.parseInt(query(request, "limit")), 1, MOST_SESSIONS);
        } catch (NumberFormatException _) {
            return USUAL_SESSIONS;
        }
    }

    @Override
    public String notice() {
        return "pages at /waybill";
    }

    private void answer(ServerRequest request, ServerResponse response, Choice choice) {
        try {
            Page page = choice.of(Callers.of(request), request);
            if (wantsText(request)) {
                response.header(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
                response.send(text(page, surface(request)));
            } else {
                Replies.json(response, Status.OK_200, JsonWriter.compactBytes(page.toJson()));
            }
        } catch (RuntimeException e) {
            if (Refusals.of(e).kind().concernsTheOperator()) {
                trouble.accept(e);
            }
            Replies.refuse(response, Refusals.of(e));
        }
    }

    private byte[] text(Page page, Surface surface) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            page.print(out, surface, clock.instant());
        }
        return bytes.toByteArray();
    }

    private static boolean wantsText(ServerRequest request) {
        return request.headers().first(HeaderNames.ACCEPT).orElse("").startsWith("text/plain");
    }

    private static Surface surface(ServerRequest request) {
        return Surface.of(
                query(request, "color").equals("true"),
                !query(request, "unicode").equals("false"),
                width(request));
    }

    private static int width(ServerRequest request) {
        try {
            return Math.max(NARROWEST, Integer.parseInt(query(request, "width")));
        } catch (NumberFormatException _) {
            return Surface.UNCUT;
        }
    }

    /// It goes back to whoever sent it, and nowhere else.
    private static String again(ServerRequest request) {
        String again = query(request, "again");
        return again.length() <= LONGEST_AGAIN && again.chars().noneMatch(Character::isISOControl) ? again : "";
    }

    private static String query(ServerRequest request, String name) {
        return request.query().first(name).orElse("");
    }

    private static String path(ServerRequest request, String name) {
        return request.path().pathParameters().get(name);
    }
}

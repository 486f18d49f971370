package dev.waybill.app.command.history;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.event.ReplayFact;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Replays a run at a host, and asks the host where the two part.
record RemoteReplay(Server server) {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_WAITS = 150;

    ReplayOutcome of(String source, long place, ForkMode mode) throws InterruptedException {
        ServerDesk desk = new ServerDesk(server, "");
        String run = desk.resolve(source);
        Read known = read(desk, run, 0);
        ReplayCommand.checkPlace(run, place, known.head());
        JsonObject fork = server.post(
                "/v1/runs/" + run + ":fork",
                JsonObject.builder()
                        .put("mode", mode.wire())
                        .put("fromSeq", place)
                        .build(),
                null);
        String replay = fork.string("runId").orElseThrow();
        boolean ended = await(desk, replay, known.head()) && known.ended();
        Map<String, String> against = new LinkedHashMap<>();
        against.put("against", replay);
        return outcome(run, replay, place, known.head(), ended, server.get("/v1/runs/" + run + ":diff", against));
    }

    private record Read(long head, boolean ended) {}

    /// What is there of a log now.
    private static Read read(ServerDesk desk, String run, long from) throws InterruptedException {
        Desk.Events events = desk.events(run, from);
        long head = from;
        for (Optional<JsonObject> next = events.next(Duration.ZERO);
                next.isPresent();
                next = events.next(Duration.ZERO)) {
            head++;
        }
        return new Read(head, events.isEnded());
    }

    /// A graph is replayed to an end; a guided run as far as its agent went.
    ///
    /// @return whether it ended
    private static boolean await(ServerDesk desk, String replay, long head) throws InterruptedException {
        Desk.Events events = desk.events(replay, 0);
        long read = 0;
        for (int waits = 0; waits < MOST_WAITS && !events.isEnded(); ) {
            if (events.next(PATIENCE).isPresent()) {
                read++;
            } else if (read >= head) {
                return events.isEnded();
            } else {
                waits++;
            }
        }
        if (!events.isEnded()) {
            throw new Failure(
                    ExitCode.NO,
                    "replay_not_ended",
                    "the replay " + replay + " is still at work",
                    "Look at it with 'waybill show " + replay + "', and compare with 'waybill diff'.");
        }
        return true;
    }

    private static ReplayOutcome outcome(
            String run, String replay, long place, long head, boolean ended, JsonObject diff) {
        JsonArray diffs = diff.array("eventDiffs").orElse(JsonArray.EMPTY);
        JsonObject first = diffs.items().isEmpty()
                ? null
                : diffs.items().getFirst().asObject().orElse(null);
        long parted = first != null && first.get("seq") instanceof JsonNumber number
                ? number.asInteger().orElse(head)
                : head;
        return new ReplayOutcome(
                run,
                replay,
                place,
                ended && first == null,
                parted - place,
                first == null || !first.has("aEvent")
                        ? null
                        : new ReplayOutcome.Difference(
                                parted, first.object("aEvent").orElse(null), actual(first)));
    }

    private static @Nullable JsonObject actual(JsonObject diff) {
        JsonObject found = diff.object("bEvent").orElse(null);
        if (found == null || !found.string("type").orElse("").equals(ReplayFact.ReplayDiverged.TYPE)) {
            return found;
        }
        JsonValue actual = found.object("payload").orElse(JsonObject.EMPTY).get("actual");
        return actual == null ? null : actual.asObject().orElse(null);
    }
}

package dev.waybill.app.desk;

import dev.waybill.app.cli.Failure;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.ReplayVerdict;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs at a host that this process has a key for: those of the key's tenant.
public final class ServerDesk implements Desk {

    private static final int LARGEST_PAGE = 500;
    private static final long LONGEST_POLL = 20;

    private final Server server;
    private final String again;

    /// @param server closed with the desk
    /// @param again words that make another command find the same host
    public ServerDesk(Server server, String again) {
        this.server = server;
        this.again = again;
    }

    @Override
    public List<JsonObject> runs(RunQuery query) {
        if (query.tenant() != null) {
            throw Failure.usage("--tenant is for a store; a host shows the runs of your key's tenant", null);
        }
        List<JsonObject> rows = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            JsonObject page = server.get("/v1/runs", parameters(query, query.limit() - rows.size(), cursor));
            page.array("runs").orElseThrow().forEach(row -> row.asObject().ifPresent(rows::add));
            cursor = page.string("nextCursor");
        } while (cursor.isPresent() && rows.size() < query.limit());
        return rows;
    }

    private static Map<String, String> parameters(RunQuery query, int wanted, Optional<String> cursor) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("limit", String.valueOf(Math.min(wanted, LARGEST_PAGE)));
        if (query.definitionId() != null) {
            parameters.put("workflowId", query.definitionId());
        }
        if (!query.statuses().isEmpty()) {
            parameters.put(
                    "status",
                    String.join(
                            ",", query.statuses().stream().map(RunStatus::wire).toList()));
        }
        cursor.ifPresent(place -> parameters.put("cursor", place));
        return parameters;
    }

    @Override
    public Page run(String run) {
        return new Remote("/waybill/runs/" + Server.encoded(run));
    }

    @Override
    public Page report(String run) {
        return new Remote("/waybill/runs/" + Server.encoded(run) + "/report");
    }

    @Override
    public Page diff(String run, String other) {
        return new Remote("/waybill/runs/" + Server.encoded(run) + "/diff/" + Server.encoded(other));
    }

    @Override
    public Page sessions(int limit, boolean all) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("limit", String.valueOf(limit));
        query.put("all", String.valueOf(all));
        return new Remote("/waybill/sessions", query);
    }

    @Override
    public Page session(String session) {
        return new Remote("/waybill/sessions/" + Server.encoded(session));
    }

    /// A run's spans and those of its children.
    public Page spans(String run) {
        return new Remote("/waybill/runs/" + Server.encoded(run) + "/spans");
    }

    /// Has a run done again at the host, and gives the verdict. It is asked for once, whatever is read of it.
    public Page verify(String run) {
        String path = "/waybill/runs/" + Server.encoded(run) + "/verify-replay";
        return new Page() {
            private @Nullable JsonObject verdict;

            @Override
            public JsonObject toJson() {
                JsonObject known = verdict;
                if (known == null) {
                    known = server.post(path, JsonObject.EMPTY, null);
                    verdict = known;
                }
                return known;
            }

            @Override
            public void print(PrintStream out, Surface surface, Instant now) {
                ReplayVerdict.print(toJson(), out);
            }
        };
    }

    /// A page that the host makes, for this terminal.
    private final class Remote implements Page {

        private final String path;
        private final Map<String, String> query;

        Remote(String path) {
            this(path, new LinkedHashMap<>());
        }

        Remote(String path, Map<String, String> query) {
            this.path = path;
            this.query = query;
        }

        @Override
        public JsonObject toJson() {
            return server.get(path, query);
        }

        @Override
        public void print(PrintStream out, Surface surface, Instant now) {
            Map<String, String> how = new LinkedHashMap<>(query);
            how.put("width", String.valueOf(surface.width()));
            how.put("color", String.valueOf(surface.color()));
            how.put("unicode", String.valueOf(surface.unicode()));
            how.put("again", again);
            out.print(server.text(path, how));
        }
    }

    /// The whole id of the run that a beginning means.
    public String resolve(String run) {
        return report(run).toJson().string("runId").orElseThrow();
    }

    @Override
    public Events events(String run, long from) {
        return new Polled("/v1/runs/" + resolve(run) + "/events/poll", from);
    }

    /// Asks, and waits at the host where there is nothing yet.
    private final class Polled implements Events {

        private final String path;
        private final Deque<JsonObject> waiting = new ArrayDeque<>();
        private long last;
        private boolean complete;

        Polled(String path, long from) {
            this.path = path;
            this.last = from - 1;
        }

        @Override
        public Optional<JsonObject> next(Duration patience) {
            Instant end = Instant.now().plus(patience);
            while (waiting.isEmpty() && !complete) {
                poll(Duration.between(Instant.now(), end).toSeconds());
                if (waiting.isEmpty() && !Instant.now().isBefore(end)) {
                    break;
                }
            }
            return Optional.ofNullable(waiting.poll());
        }

        private void poll(long seconds) {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("lastSequence", String.valueOf(last));
            parameters.put("timeout", String.valueOf(Math.clamp(seconds, 1, LONGEST_POLL)));
            JsonObject page = server.get(path, parameters);
            for (JsonValue item : page.array("events").orElseThrow()) {
                JsonObject event = item.asObject().orElseThrow();
                waiting.add(event);
                last = event.get("sequence") instanceof JsonNumber number
                        ? number.asInteger().orElse(last)
                        : last;
            }
            complete = page.get("isComplete") == JsonBool.TRUE;
        }

        @Override
        public boolean isEnded() {
            return complete && waiting.isEmpty();
        }
    }

    @Override
    public void await(Duration most) throws InterruptedException {
        Thread.sleep(most);
    }

    @Override
    public void close() {
        server.close();
    }
}

package dev.waybill.runtime.heartbeat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.heartbeat.Beat.Status;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Looks at something, compares it with what was seen before, and starts a fresh run when it is something else.
///
/// It knows runs only by starting them: one that waits for a person goes on waiting, whatever is seen.
public final class Heartbeats {

    /// How long a look may take.
    public static final Duration MOST_TIME = Duration.ofSeconds(5);

    /// The time between two changes of a heartbeat: what is seen sooner counts when it is over.
    public static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

    private static final int PATIENCE = 20;
    private static final String STATE = "state";
    private static final String TYPE = "application/json";

    private final RunHost runs;
    private final Documents documents;
    private final InstantSource clock;

    public Heartbeats(RunHost runs, InstantSource clock) {
        this.runs = runs;
        this.documents = runs.store().documents();
        this.clock = clock;
    }

    /// What is started when something has changed.
    public record Then(WorkflowDefinition definition, JsonObject inputs) {}

    /// @param look tells what there is to see, the same as long as nothing has changed
    /// @param then null when nothing is to be started
    public Beat tick(Caller caller, String id, Callable<JsonValue> look, @Nullable Then then)
            throws InterruptedException {
        caller.require(Scope.RUNS_CREATE);
        FutureTask<JsonValue> looking = new FutureTask<>(look);
        Thread thread = Thread.ofVirtual().start(looking);
        try {
            JsonValue seen = looking.get(MOST_TIME.toMillis(), TimeUnit.MILLISECONDS);
            return compare(caller, id, seen, then);
        } catch (TimeoutException _) {
            looking.cancel(true);
            return new Beat(id, Status.TIMEOUT, null, null, null);
        } catch (ExecutionException _) {
            return new Beat(id, Status.ERROR, null, null, null);
        } finally {
            thread.interrupt();
        }
    }

    /// Who comes second finds what the first has written, and nothing new.
    private Beat compare(Caller caller, String id, JsonValue seen, @Nullable Then then) throws InterruptedException {
        Shelf shelf = new Shelf(Shelf.HEARTBEATS, caller.tenant());
        for (int attempt = 0; attempt < PATIENCE; attempt++) {
            Optional<Document> known = documents.find(shelf, id);
            long version = known.map(Document::version).orElse(0L);
            Beat beat = new Beat(id, Status.OK, known.map(Heartbeats::state).orElse(null), seen, null);
            if (known.isPresent() && !beat.changed()) {
                return beat;
            }
            if (known.isPresent() && wait(known.get())) {
                continue;
            }
            // Started before it is written down: after a crash the same change starts the same run.
            RunId run = beat.changed() && then != null ? start(caller, id, version, seen, then) : null;
            Edit edit = new Edit(
                    shelf,
                    id,
                    TYPE,
                    JsonWriter.compactBytes(JsonObject.EMPTY.with(STATE, seen)),
                    clock.instant(),
                    caller.principal(),
                    version);
            if (documents.edit(edit) instanceof Edited.Done) {
                return new Beat(id, Status.OK, beat.from(), seen, run);
            }
        }
        throw new IllegalStateException("others kept looking at " + id + "; try again");
    }

    /// Until the interval after the last change is over. Somebody else may change it meanwhile.
    ///
    /// @return whether there was something to wait for
    private boolean wait(Document last) throws InterruptedException {
        Duration left = Duration.between(clock.instant(), last.at().plus(LEAST_INTERVAL));
        if (left.compareTo(LEAST_INTERVAL) > 0 || !left.isPositive()) {
            return false;
        }
        Thread.sleep(left);
        return true;
    }

    private static JsonValue state(Document known) {
        JsonValue state = KeptJson.read(known.content(), "documents, " + known.shelf() + " " + known.name())
                .get(STATE);
        return Objects.requireNonNull(state);
    }

    private RunId start(Caller caller, String id, long version, JsonValue seen, Then then) {
        JsonObject metadata =
                JsonObject.EMPTY.with("heartbeatId", new JsonString(id)).with("observedState", seen);
        return runs.create(
                        caller,
                        new StartRequest(
                                then.definition(),
                                then.inputs(),
                                JsonObject.EMPTY,
                                metadata,
                                EvidenceEnvelope.NONE,
                                null,
                                "heartbeat:%s:%d".formatted(id, version)))
                .run();
    }
}

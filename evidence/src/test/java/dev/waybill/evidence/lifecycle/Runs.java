package dev.waybill.evidence.lifecycle;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Runs made by hand, with one event a second.
final class Runs {

    static final Instant NOON = Instant.parse("2026-02-25T12:00:00Z");
    static final RunEvent STARTED =
            new RunFact.RunStarted("release", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
    static final RunEvent COMPLETED = new RunFact.RunCompleted(JsonObject.EMPTY);
    static final RunEvent FAILED = new RunFact.RunFailed(RunError.of("node_failed", "it broke"), null);
    static final RunEvent CANCELLED = new RunFact.RunCancelled(null, null, null);

    final Map<RunId, RunHeader> headers = new LinkedHashMap<>();
    private final RunTasks tasks = new RunTasks(run -> Optional.ofNullable(headers.get(run)));

    static RunId id(int number) {
        return new RunId("run_01JMZ7Q6R0000000000000000" + number);
    }

    static RunEvent began(String node) {
        return new NodeFact.NodeStarted(node, "core.noop", 1, 1, null);
    }

    static RunEvent done(String node) {
        return new NodeFact.NodeCompleted(node, JsonObject.EMPTY);
    }

    static RunEvent rejected(String node) {
        return new NodeFact.NodeCompleted(node, JsonObject.of("approved", false));
    }

    static Origin branch(int source, long sequence) {
        return new Origin.Fork(id(source), "wf", sequence, ForkMode.BRANCH, JsonObject.EMPTY);
    }

    static Origin replay(int source) {
        return new Origin.Fork(id(source), "wf", 0, ForkMode.REPLAY, JsonObject.EMPTY);
    }

    static RunHeader header(int number, Origin origin, JsonObject caller) {
        JsonObject options = RunEnvelope.adopt(JsonObject.EMPTY, new EvidenceEnvelope(caller));
        return new RunHeader(
                id(number),
                "default",
                "wf_" + number,
                "release",
                Digest.of(new byte[] {1}),
                "corr_1",
                origin,
                List.of(),
                ReceiptPolicy.OFF,
                RunSeed.random(new SplittableRandom(number)),
                "1",
                NOON.plusSeconds(100L * number),
                options);
    }

    static JsonObject caller(String task) {
        return JsonObject.of(EvidenceEnvelope.TASK_ID, task);
    }

    /// The run number n begins 100 seconds after the one before it.
    Runs with(int number, Origin origin, JsonObject caller, RunEvent... facts) {
        RunHeader header = header(number, origin, caller);
        headers.put(header.runId(), header);
        List<Event> events = new ArrayList<>();
        for (RunEvent fact : facts) {
            events.add(new Event(
                    header.runId(),
                    events.size(),
                    "evt_" + events.size(),
                    header.createdAt().plusSeconds(events.size()),
                    null,
                    fact,
                    EvidenceEnvelope.NONE,
                    JsonObject.EMPTY));
        }
        Map<String, TaskState> steps = new LinkedHashMap<>();
        steps.put("open", TaskState.PR_OPEN);
        steps.put("ci", TaskState.CI_PASS);
        steps.put("review", TaskState.REVIEW_PASS);
        steps.put("merge", TaskState.MERGED);
        tasks.add(header, Attempt.of(header, events, steps));
        return this;
    }

    Runs with(int number, RunEvent... facts) {
        return with(number, new Origin.Start(), JsonObject.EMPTY, facts);
    }

    List<RunTask> tasks() {
        return tasks.tasks();
    }

    RunTask task() {
        if (tasks().size() != 1) {
            throw new AssertionError("expected one task, found " + tasks());
        }
        return tasks().getFirst();
    }
}

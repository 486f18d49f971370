package dev.waybill.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.runtime.live.Frame;
import dev.waybill.runtime.live.Watcher;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.RunExport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A handle to one run. It holds no state of its own: a new one, in this process or in another, says the same.
public final class Run {

    private static final Duration LOOK = Duration.ofMillis(250);

    private final Host host;
    private final RunId id;

    Run(Host host, RunId id) {
        this.host = host;
        this.id = id;
    }

    public String id() {
        return id.value();
    }

    /// Everything that follows from the run's log so far.
    public RunState state() {
        return host.runtime().state(host.caller(), id);
    }

    public RunStatus status() {
        return Status.of(state());
    }

    /// Waits until the run has ended.
    ///
    /// @throws IllegalStateException when this host cannot go on with it, with the reason
    public Outcome await() throws InterruptedException {
        return outcome(until(RunState::isTerminal, null));
    }

    /// The same, for so long; empty when it has not ended by then.
    public Optional<Outcome> await(Duration most) throws InterruptedException {
        RunState state = until(RunState::isTerminal, most);
        return state.isTerminal() ? Optional.of(outcome(state)) : Optional.empty();
    }

    private static Outcome outcome(RunState state) {
        return new Outcome(Status.of(state), state.outputs(), state.error());
    }

    /// Waits until the run, or a child of it, asks something; empty when it ended without.
    public Optional<PendingQuestion> awaitQuestion() throws InterruptedException {
        until(state -> state.isTerminal() || !questions(state).isEmpty(), null);
        return questions().stream().findFirst();
    }

    /// @param most null for ever
    private RunState until(Predicate<RunState> wanted, @Nullable Duration most) throws InterruptedException {
        Changes changes = host.live().store().changes();
        long end = most == null ? Long.MAX_VALUE : System.nanoTime() + most.toNanos();
        while (true) {
            long stamp = changes.stamp();
            RunState state = state();
            long left = most == null ? Long.MAX_VALUE : end - System.nanoTime();
            if (wanted.test(state) || left <= 0) {
                return state;
            }
            host.trouble().stuck(id).ifPresent(why -> {
                throw new IllegalStateException(id + " cannot continue: " + why);
            });
            changes.await(stamp, left < LOOK.toNanos() ? Duration.ofNanos(left) : LOOK);
        }
    }

    /// What the run and its children wait to be told.
    public List<PendingQuestion> questions() {
        return questions(state());
    }

    private List<PendingQuestion> questions(RunState state) {
        if (state.isTerminal()) {
            return List.of();
        }
        List<PendingQuestion> open = new ArrayList<>();
        state.interrupts()
                .values()
                .forEach(asked -> open.add(PendingQuestion.of(state.header().runId(), asked)));
        for (NodeState node : state.nodes().values()) {
            if (node.occupation() instanceof Occupation.HandingOver handing) {
                handing.handOvers().stream()
                        .filter(HandOver::isRunning)
                        .forEach(child -> open.addAll(
                                questions(host.runtime().state(host.caller(), new RunId(child.childRunId())))));
            }
        }
        return open;
    }

    /// Answers a question of this run or of a child.
    ///
    /// @param step the step that asks, or the question's key
    /// @param answer for an approval the action, such as `accept` or `reject`; for questions with names a record or
    ///     a map of answers; otherwise what was asked for
    /// @param by who answers; it is recorded and signed for
    /// @throws Refused when nobody asks, or the answer does not fit
    public void answer(String step, Object answer, String by) {
        PendingQuestion asked = questions().stream()
                .filter(question -> step.equals(question.step()) || step.equals(question.key()))
                .findFirst()
                .orElse(null);
        RunId run = asked == null ? id : new RunId(asked.run());
        JsonValue said = said(asked == null ? "" : asked.kind(), Values.json(answer));
        // When it is not open, the engine says so.
        String question = asked == null ? step : asked.key();
        host.runtime().tell(host.caller(), run, at -> new Command.Answer(at, question, said, by, false));
    }

    private static JsonValue said(String kind, JsonValue answer) {
        if (answer instanceof JsonString && (kind.equals(Question.APPROVAL) || kind.equals(Question.LOW_CONFIDENCE))) {
            return JsonObject.of("action", answer);
        }
        boolean named =
                kind.equals(Question.CLARIFICATION) && answer instanceof JsonObject object && !object.has("answers");
        return named ? JsonObject.of("answers", answer) : answer;
    }

    /// Ends the run, and all that it handed over.
    public void cancel(String reason) {
        host.runtime().tell(host.caller(), id, at -> new Command.Cancel(at, reason, null));
    }

    /// Its events from the first one on.
    public EventStream events() {
        return events(0);
    }

    /// @param from the first sequence to give; after a lost stream, the one behind the last that was seen
    public EventStream events(long from) {
        return new EventStream(
                id,
                host.live()
                        .events()
                        .open(host.caller(), id, from)
                        .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + id)));
    }

    /// Hears what the activities of this run show while they work in this process, such as the words of a model as they
    /// come. Nothing of it is stored.
    ///
    /// @return ends it
    public AutoCloseable onFrame(Consumer<Frame> hears) {
        Watcher watcher = host.runtime().watch(host.caller(), id);
        Thread reader = Thread.ofVirtual().name("waybill-frames").start(() -> read(watcher, hears));
        return () -> {
            watcher.close();
            reader.join();
        };
    }

    private static void read(Watcher watcher, Consumer<Frame> hears) {
        try {
            boolean open = true;
            while (open) {
                Watcher.Look look = watcher.look(Duration.ofHours(1));
                look.frames().forEach(hears);
                open = !watcher.isClosed();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Branches before one of its events, with other values for some variables: a run of its own, which shares the
    /// history up to there.
    ///
    /// @param variables a record or a map; null for none
    public Run fork(long sequence, @Nullable Object variables) {
        JsonObject values = Values.object(variables);
        JsonObject overlay = values.isEmpty() ? JsonObject.EMPTY : JsonObject.of("variables", values);
        return new Run(host, host.runtime().fork(host.caller(), id, sequence, ForkMode.BRANCH, overlay));
    }

    /// The same, where a step last started.
    public Run forkAt(String step, @Nullable Object variables) {
        long latest = -1;
        EventPages events = new EventPages(store(), id);
        while (events.hasNext()) {
            Event event = events.next();
            if (event.fact() instanceof NodeFact.NodeStarted started
                    && started.nodeId().equals(step)) {
                latest = event.sequence();
            }
        }
        if (latest < 0) {
            throw new Refused(RefusalCode.INVALID_FROM_SEQ, "%s never started the step %s".formatted(id, step));
        }
        return fork(latest, variables);
    }

    /// Does the run again from its recorded answers, without touching the outside world, and compares.
    public Replay replay() throws InterruptedException {
        RunId replay = host.runtime().fork(host.caller(), id, 0, ForkMode.CHECK, JsonObject.EMPTY);
        new Run(host, replay).await();
        RunDiff diff = RunDiff.of(new EventPages(store(), id), new EventPages(store(), replay), Comparison.REPLAY);
        return new Replay(replay.value(), diff.isSame(), diff.sameEvents(), diff.divergedAtSeq());
    }

    /// Writes the proof: all receipts of the run and of its children, in one file that anyone can check offline.
    ///
    /// @param bundle where it will stand; an existing file is replaced at the end
    /// @throws dev.waybill.runtime.receipt.ExportRefused when nothing was signed for the run
    public BundleManifest export(Path bundle) throws IOException {
        return new RunExport(store(), host.caller(), host.issuers())
                .write(id, bundle, ExportOptions.DEFAULT, host.now());
    }

    private RunStore store() {
        return host.live().store();
    }

    @Override
    public String toString() {
        return id.value();
    }
}

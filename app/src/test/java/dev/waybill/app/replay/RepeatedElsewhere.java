package dev.waybill.app.replay;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.diff.ReplayProof;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Another process that opens what one has played, and does every run again from every event.
final class RepeatedElsewhere {

    /// One of so many branches goes on to its end.
    private static final int SELDOM = 20;

    private final Stage stage;
    private final Random random = new Random(1);
    private int forks;
    private int branches;
    private long events;

    private RepeatedElsewhere(Stage stage) {
        this.stage = stage;
    }

    /// @param args the data directory
    public static void main(String... args) {
        try (RunStore store = SqliteStore.open(Path.of(args[0]));
                Stage stage = new Stage(store, new Random(1), Instant.parse("2026-12-01T10:00:00Z"))) {
            RepeatedElsewhere all = new RepeatedElsewhere(stage);
            List<StoredRun> runs = store.runs(RunQuery.all(10_000));
            runs.forEach(all::again);
            System.out.printf(
                    "repeated %d runs, %d forks, %d events, %d branches to their end%n",
                    runs.size(), all.forks, all.events, all.branches);
        }
    }

    private void again(StoredRun source) {
        RunId run = source.header().runId();
        for (long from = 0; from <= source.head(); from++) {
            check(run, from);
            branch(source, from);
        }
    }

    private void check(RunId run, long from) {
        RunId check = fork(run, from, ForkMode.CHECK);
        stage.settle();
        RunState state = stage.state(check);
        require(state.isTerminal() && !state.diverged(), () -> check + " of " + run + " went astray, from " + from);
        isPrefix(run, check, from);
        ReplayProof proof = ReplayProof.of(pages(run), pages(check));
        require(proof.isEqual(), () -> "from " + from + ": " + proof.difference());
        require(proof.source().equals(proof.replay()), () -> "equal logs have one digest");
        isSameToTheByte(run, check);
        events += proof.compared() - from;
    }

    /// Every branch begins as its source did. Some go on to their end, with what was in flight done anew, and are done
    /// again themselves.
    private void branch(StoredRun source, long from) {
        RunId run = source.header().runId();
        RunId branch = fork(run, from, ForkMode.BRANCH);
        isPrefix(run, branch, from);
        if (from == source.head()) {
            return;
        }
        if (random.nextInt(SELDOM) > 0) {
            leave(branch, from);
            return;
        }
        stage.playOut();
        isPrefix(run, branch, from);
        branches++;
        check(branch, from);
        long head = stage.store().run(branch).orElseThrow().head();
        check(branch, from + random.nextInt((int) (head - from)));
    }

    private void leave(RunId branch, long from) {
        if (from == 0) {
            // It has to begin before anybody can tell it anything.
            stage.settle();
        }
        if (!stage.state(branch).isTerminal()) {
            stage.host().tell(Stage.ACME, branch, at -> new Command.Cancel(at, "seen", "ada"));
        }
    }

    private RunId fork(RunId run, long from, ForkMode mode) {
        forks++;
        return stage.host().fork(Stage.ACME, run, from, mode, JsonObject.EMPTY);
    }

    private EventPages pages(RunId run) {
        return new EventPages(stage.store(), run);
    }

    private void isPrefix(RunId source, RunId fork, long length) {
        List<StoredEvent> a = stage.store().events(source, 0, (int) length);
        List<StoredEvent> b = stage.store().events(fork, 0, (int) length);
        require(a.size() == length && b.size() == length, () -> "a fork has its source's first " + length);
        for (int i = 0; i < length; i++) {
            require(
                    Arrays.equals(a.get(i).publicPart(), b.get(i).publicPart())
                            && Arrays.equals(a.get(i).privatePart(), b.get(i).privatePart()),
                    () -> "a fork shares its source's bytes");
        }
    }

    /// The public parts differ in nothing; the private parts neither.
    private void isSameToTheByte(RunId source, RunId replay) {
        List<StoredEvent> a = stage.store().events(source, 0, Integer.MAX_VALUE);
        List<StoredEvent> b = stage.store().events(replay, 0, Integer.MAX_VALUE);
        for (int i = 0; i < a.size(); i++) {
            int at = i;
            require(
                    Arrays.equals(a.get(i).publicPart(), b.get(i).publicPart()),
                    () -> "the bytes of event " + at + " of " + source);
            require(
                    Arrays.equals(a.get(i).privatePart(), b.get(i).privatePart()),
                    () -> "the private bytes of event " + at + " of " + source);
        }
    }

    private static void require(boolean kept, Supplier<String> otherwise) {
        if (!kept) {
            throw new AssertionError(otherwise.get());
        }
    }
}

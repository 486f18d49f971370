package dev.waybill.app.command.run;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.view.run.OpenQuestion;
import dev.waybill.view.run.Standing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Follows a run and its children, and shows what happens until there is something to do. Whoever works on the run,
/// this process or another, the log tells.
final class RunFollower {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS_FOR_WHAT_IS_DUE = 100;

    /// @param shownFrom events before it are known and only set the scene
    private record Followed(RunId run, int depth, EventFeed feed, long shownFrom) {}

    private final RunStore store;
    private final RunReader reader;
    private final EventHub events;
    private final HostTrouble trouble;
    private final StepView view;
    private final RunId run;
    private final InstantSource clock;
    private final Map<RunId, Followed> followed = new LinkedHashMap<>();

    /// @param from the first event to show
    RunFollower(OpenHost host, HostTrouble trouble, StepView view, RunId run, long from, InstantSource clock) {
        this.store = host.store();
        this.reader = host.host().reader(Hosts.OPERATOR);
        this.events = host.events();
        this.trouble = trouble;
        this.view = view;
        this.run = run;
        this.clock = clock;
        follow(run, 0, from);
    }

    private void follow(RunId which, int depth, long shownFrom) {
        if (!followed.containsKey(which)) {
            events.open(Hosts.OPERATOR, which, 0)
                    .ifPresent(feed -> followed.put(which, new Followed(which, depth, feed, shownFrom)));
        }
    }

    /// What a child of before has done already was shown then.
    private long headOf(RunId child) {
        return store.run(child).map(StoredRun::head).orElse(0L);
    }

    /// Shows what happens until the run rests, or until a question is open that somebody wants to answer at once.
    Standing until(Predicate<OpenQuestion> wanted) throws InterruptedException {
        int patience = TICKS_FOR_WHAT_IS_DUE;
        while (true) {
            long stamp = store.changes().stamp();
            if (!readAll()) {
                view.idle();
                Standing standing = Standing.of(reader::state, run);
                boolean rests = standing.rests() && (!timesOut(standing) || patience-- == 0);
                if (rests || standing.questions().stream().anyMatch(wanted)) {
                    readAll();
                    view.idle();
                    return standing;
                }
                failWhenStuck();
                store.changes().await(stamp, TICK);
            }
        }
    }

    /// A question whose deadline has passed looks open until its timer has fired, which takes a moment.
    private boolean timesOut(Standing standing) {
        return standing.status() != RunStatus.PAUSED
                && standing.questions().stream()
                        .map(question -> question.interrupt().deadline())
                        .anyMatch(
                                deadline -> deadline != null && !clock.instant().isBefore(deadline));
    }

    private void failWhenStuck() {
        for (Followed one : followed.values()) {
            Optional<String> why = trouble.stuck(one.run());
            if (why.isPresent()) {
                throw new Failure(
                        ExitCode.NO,
                        "run_stuck",
                        one.run() + " stays where it is: " + why.get(),
                        "What was recorded is safe. See 'waybill show " + one.run() + "'.");
            }
        }
    }

    /// One question for all runs tells which of them have news: a family may have ten thousand.
    private boolean readAll() throws InterruptedException {
        Map<RunId, Followed> open = new LinkedHashMap<>(followed);
        open.values().removeIf(one -> one.feed().isEnded());
        Map<RunId, RunHead> heads = new HashMap<>();
        store.heads(open.keySet()).forEach(head -> heads.put(head.run(), head));
        boolean found = false;
        for (Followed one : open.values()) {
            RunHead head = heads.get(one.run());
            if (head != null
                    && (head.head() > one.feed().position()
                            || head.isOver(one.feed().position()))) {
                found |= read(one);
            }
        }
        return found;
    }

    private boolean read(Followed one) throws InterruptedException {
        boolean found = false;
        Optional<StoredEvent> next = one.feed().next(Duration.ZERO);
        while (next.isPresent()) {
            found = true;
            show(one, EventCodec.decode(one.run(), next.get()));
            next = one.feed().next(Duration.ZERO);
        }
        return found;
    }

    private void show(Followed one, Event event) throws InterruptedException {
        boolean isNew = event.sequence() >= one.shownFrom();
        if (isNew) {
            view.event(one.depth(), event);
        } else {
            view.known(one.depth(), event);
        }
        if (event.fact() instanceof HandOverFact.NodeDispatched handOver) {
            RunId child = new RunId(handOver.childRunId());
            follow(child, one.depth() + 1, isNew ? 0 : headOf(child));
        }
        String ended = endedChild(event);
        if (ended != null) {
            // The child's last lines come before its parent goes on.
            readChild(new RunId(ended));
        }
    }

    private static @Nullable String endedChild(Event event) {
        return event.fact() instanceof HandOverFact.HandOver phase
                ? phase.childRunId()
                : ChildEnd.of(event).map(ChildEnd::childRunId).orElse(null);
    }

    private void readChild(RunId child) throws InterruptedException {
        Followed one = followed.get(child);
        if (one != null) {
            read(one);
        }
    }
}

package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.MemoryVersions;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.Position;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.UnknownFact;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decides a whole run once more, in memory, and compares each event with the log, byte by byte.
///
/// Receipts bind what nodes were given and what they gave; questions, variables, channels, starts and pauses lie
/// between. What the engine would not have written there did not come from the engine. At each place the command that
/// led on is guessed from what it left in the log; several guesses may be tried, and one of them must give exactly the
/// events that follow. What only came from outside and left one trace, such as the reason of a pause, cannot be told
/// from another.
final class DeepCheck {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final RunReader runs;
    private final Decider decider;
    private final String engineVersion;
    private final Tally tally;

    DeepCheck(RunStore store, RunReader runs, Repetition with, Tally tally) {
        this.store = store;
        this.runs = runs;
        this.decider = new Decider(with.types(), with.limits());
        this.engineVersion = with.engineVersion();
        this.tally = tally;
    }

    /// A run of another version, or with node types that are not here, cannot be decided again, and that is told. A
    /// replay is left alone: it repeated what its source was by then, and is no evidence of work.
    void run(StoredRun run) {
        RunHeader header = run.header();
        if (header.isReplay()) {
            return;
        }
        List<StoredEvent> log = log(header.runId(), run.head());
        RunState begin = runs.fold(header, ownFrom(header));
        if (log.size() < run.head()) {
            return;
        }
        String obstacle = obstacle(begin);
        if (obstacle != null) {
            tally.find(FsckCode.RUN_NOT_REPEATED, header.runId(), null, obstacle);
            return;
        }
        tally.repeated++;
        Difference difference = compare(begin, log);
        if (difference != null) {
            tally.find(FsckCode.EVENT_NOT_REPEATED, header.runId(), difference.sequence(), difference.words());
        }
    }

    /// Why a run cannot be decided again; null when it can. The steps of a guided run need no node types: its agent
    /// does them.
    private @Nullable String obstacle(RunState state) {
        String version = state.header().engineVersion();
        if (!version.equals(engineVersion)) {
            return "version %s began it, and only that one can repeat it; this is %s".formatted(version, engineVersion);
        }
        List<String> missing = state.workflow().definition().nodes().stream()
                .map(WorkflowNode::typeId)
                .filter(type -> decider.types().find(type).isEmpty())
                .distinct()
                .toList();
        return state.isGuided() || missing.isEmpty()
                ? null
                : "its node types are not here: " + String.join(", ", missing) + "; name their jar with --node-types";
    }

    private static long ownFrom(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
    }

    private List<StoredEvent> log(RunId run, long head) {
        List<StoredEvent> log = new ArrayList<>();
        while (log.size() < head) {
            List<StoredEvent> page = store.events(run, log.size(), (int) Math.min(PAGE, head - log.size()));
            if (page.isEmpty()) {
                return log;
            }
            log.addAll(page);
        }
        return log;
    }

    private record Difference(long sequence, String words) {}

    private @Nullable Difference compare(RunState begin, List<StoredEvent> log) {
        RunId run = begin.header().runId();
        List<Event> events =
                log.stream().map(each -> EventCodec.decode(run, each)).toList();
        List<Event> whole = events.stream().map(DeepCheck::whole).toList();
        RunState state = begin;
        while (state.head() < log.size()) {
            Event next = events.get((int) state.head());
            if (next.fact() instanceof UnknownFact) {
                return null;
            }
            Turn turn = repeat(state, whole, log);
            if (turn.difference() != null) {
                return turn.difference();
            }
            for (long end = state.head() + turn.events(); state.head() < end; ) {
                state = Fold.evolve(state, events.get((int) state.head()));
            }
        }
        return null;
    }

    /// With what the wire does not show: a run was told the values, not their masks.
    private static Event whole(Event event) {
        return new Event(
                event.runId(),
                event.sequence(),
                event.eventId(),
                event.timestamp(),
                event.causationId(),
                event.causationHostId(),
                event.whole(),
                event.envelope(),
                event.hidden());
    }

    /// @param events how many were repeated
    private record Turn(long events, @Nullable Difference difference) {}

    /// Tries one guess after the other; the difference of the best one is told when none fits.
    private Turn repeat(RunState state, List<Event> events, List<StoredEvent> log) {
        Turn best = new Turn(-1, null);
        Guesses guesses = new Guesses(runs, state, events);
        Decider under =
                decider.under(events.get((int) state.head()).envelope()).seeing(new Recorded(events, state.head()));
        for (Command guess : guesses.commands()) {
            Turn turn = judge(state, guess, under, log);
            if (turn.difference() == null) {
                return turn;
            }
            best = turn.events() > best.events() ? turn : best;
        }
        long served = guesses.unrepeatable();
        return served > 0 ? new Turn(served, null) : best;
    }

    /// The version of a memory and of a workspace comes from outside like the time, and is in the log.
    private record Recorded(List<Event> events, long from) implements MemoryVersions {

        /// An event that says nothing of its memory had no news of it.
        @Override
        public long newest(MemoryScope scope, Position place) {
            return place.head() >= events.size()
                    ? place.memory()
                    : seen(place.head(), RunMemory.SEEN).findFirst().orElse(place.memory());
        }

        @Override
        public MemoryVersions forOneDecision() {
            return this;
        }

        @Override
        public long workspace(MemoryScope scope) {
            return LongStream.range(from, events.size())
                    .boxed()
                    .flatMap(sequence -> seen(sequence, RunWorkspace.SEEN))
                    .findFirst()
                    .orElse(0L);
        }

        private Stream<Long> seen(long sequence, String member) {
            return events.get((int) sequence).hidden().get(member) instanceof JsonNumber version
                    ? version.asInteger().stream().boxed()
                    : Stream.empty();
        }
    }

    /// @param under the policy in force is no part of what a run does: it is taken from the log, like the time
    private static Turn judge(RunState state, Command guess, Decider under, List<StoredEvent> log) {
        long place = state.head();
        List<Event> decided;
        try {
            decided = Seam.repeating(
                    state.header().runId(), () -> under.decide(state, guess).events());
        } catch (Refused refused) {
            return new Turn(0, new Difference(place, "it does not follow: " + refused.getMessage()));
        }
        if (decided.isEmpty()) {
            return new Turn(0, new Difference(place, "nothing in the log leads to it"));
        }
        for (Event event : decided) {
            if (place >= log.size()) {
                return new Turn(
                        place - state.head(), new Difference(place, "expected " + event.type() + ", found no event"));
            }
            StoredEvent found = log.get((int) place);
            if (!isSame(EventCodec.encode(event), found)) {
                return new Turn(place - state.head(), new Difference(place, words(event, found)));
            }
            place++;
        }
        return new Turn(decided.size(), null);
    }

    private static boolean isSame(StoredEvent a, StoredEvent b) {
        return Arrays.equals(a.publicPart(), b.publicPart()) && Arrays.equals(a.privatePart(), b.privatePart());
    }

    private static String words(Event decided, StoredEvent found) {
        return decided.type().equals(found.type())
                ? "repeated, " + found.type() + " says something else than the log"
                : "repeated, the run comes to " + decided.type() + ", the log says " + found.type();
    }
}

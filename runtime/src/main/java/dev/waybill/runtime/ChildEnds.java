package dev.waybill.runtime;

import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.RunHead;
import dev.waybill.runtime.lane.TurnQueue;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What passes between a parent and the ends of its children. The parent's owner looks; a child knows nothing of it.
///
/// A run may have thousands of children, and its cancel has to reach all of them: each is told once, all at the same
/// time, so that they share the store's commits; whoever has ended is found by one question, and collected in one turn.
final class ChildEnds {

    /// How many ends go into one turn: enough to be few, not so many that others wait for its commit.
    private static final int MOST_ENDS = 256;

    private final EventLog store;
    private final Turns turns;
    private final RunLoader loader;
    private final InstantSource clock;
    private final TurnQueue queue;
    private final Guarded guarded;
    private final GuidedChildren guided;
    /// Children that this process has told to end, and how those ended that did at once: a thousand of them were
    /// otherwise read again only to say so. Another process would tell them again, which is no harm.
    private final Map<RunId, Optional<RunState>> told = new ConcurrentHashMap<>();

    ChildEnds(
            EventLog store,
            Turns turns,
            RunLoader loader,
            InstantSource clock,
            TurnQueue queue,
            Guarded guarded,
            GuidedChildren guided) {
        this.store = store;
        this.turns = turns;
        this.loader = loader;
        this.clock = clock;
        this.queue = queue;
        this.guarded = guarded;
        this.guided = guided;
    }

    /// Brings the ends of children to their parent, and takes those along that its own end is to take along.
    ///
    /// @return the parent with the ends in it; null when nobody has ended
    @Nullable
    RunState look(RunId run, Fence fence, List<Effect> effects) {
        Map<RunId, Effect> waiting = new LinkedHashMap<>();
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.WatchChild watch -> waiting.put(new RunId(watch.childRunId()), watch);
                case Effect.CancelChild cancel -> waiting.put(new RunId(cancel.childRunId()), cancel);
                case Effect.Execute _, Effect.CreateChild _ -> {
                    // Nobody has ended there.
                }
            }
        }
        if (waiting.isEmpty()) {
            return null;
        }
        Set<RunId> ended = new HashSet<>();
        List<RunId> open = new ArrayList<>();
        waiting.keySet().forEach(child -> (loader.isOver(child) ? ended : open).add(child));
        for (RunHead head : open.isEmpty() ? List.<RunHead>of() : store.heads(open)) {
            if (head.terminal()) {
                ended.add(head.run());
            } else if (waiting.get(head.run()) instanceof Effect.CancelChild cancel
                    && told.putIfAbsent(head.run(), Optional.empty()) == null) {
                queue.execute(
                        loader.tenantIfKnown(run),
                        () -> guarded.run(head.run(), () -> cancel(run, head.run(), cancel)));
            }
        }
        return collect(
                run, fence, waiting.keySet().stream().filter(ended::contains).toList(), waiting);
    }

    private @Nullable RunState collect(RunId run, Fence fence, List<RunId> ended, Map<RunId, Effect> waiting) {
        RunState after = null;
        for (int from = 0; from < ended.size(); from += MOST_ENDS) {
            List<RunId> some = ended.subList(from, Math.min(ended.size(), from + MOST_ENDS));
            List<Command.Collect> ends = new ArrayList<>();
            for (RunId child : some) {
                Effect effect = waiting.get(child);
                if (effect != null) {
                    ends.add(end(effect.nodeId(), child));
                }
            }
            after = turns.take(run, fence, _ -> new Command.CollectAll(clock.instant(), ends));
            some.forEach(told.keySet()::remove);
        }
        return after;
    }

    private Command.Collect end(String nodeId, RunId child) {
        RunState end = told.getOrDefault(child, Optional.empty())
                .orElseGet(() -> loader.refresh(child).state());
        return Command.Collect.of(clock.instant(), nodeId, child.value(), Status.of(end), end);
    }

    /// Takes a child along into its parent's end. Its own end wakes the parent.
    private void cancel(RunId run, RunId child, Effect.CancelChild effect) {
        try {
            RunState after = turns.take(
                    child,
                    Fence.HEAD_ONLY,
                    _ -> new Command.Cancel(clock.instant(), "parent-cancelled", null, run.value(), effect.cause()));
            told.computeIfPresent(child, (_, _) -> Optional.of(after).filter(RunState::isTerminal));
            guided.cancelWith(after);
        } catch (Refused ended) {
            if (ended.code() != RefusalCode.RUN_TERMINAL) {
                told.remove(child);
                throw ended;
            }
        }
    }
}

package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Recheck;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.ReplayScript;
import dev.waybill.engine.decide.Replayer;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.runtime.egress.Seam;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How forks go on: a replay from its source's log, a branch from where it left.
final class ReplayTurns {

    private static final int PAGE = 1_000;

    private final EventLog log;
    private final RunLoader loader;
    private final Turns turns;
    private final Replayer replayer;
    private final Recheck recheck;

    ReplayTurns(EventLog log, RunLoader loader, Turns turns, Replayer replayer, Recheck recheck) {
        this.recheck = recheck;
        this.log = log;
        this.loader = loader;
        this.turns = turns;
        this.replayer = replayer;
    }

    /// Replays to the end, one transaction after the other.
    RunState advance(RunId run, Fence fence) {
        RunState state = loader.load(run).state();
        ReplayScript script = script(state.header());
        while (!state.isTerminal()) {
            RunState after = turns.take(run, fence, current -> repeat(run, current, script), (_, _) -> Beside.NOTHING);
            if (after.head() == state.head()) {
                return after;
            }
            state = after;
        }
        return state;
    }

    /// Nodes that run again, and models that are asked again, find every way out closed.
    private Decision repeat(RunId run, RunState state, ReplayScript script) {
        return Seam.repeating(run, () -> replayer.replay(state, script));
    }

    private ReplayScript script(RunHeader header) {
        RunId source = fork(header).source();
        List<Event> events = new ArrayList<>();
        List<StoredEvent> page = log.events(source, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(event -> events.add(EventCodec.decode(source, event)));
            page = log.events(source, events.size(), PAGE);
        }
        return new ReplayScript(source, events, recheck);
    }

    private static Origin.Fork fork(RunHeader header) {
        if (header.origin() instanceof Origin.Fork fork) {
            return fork;
        }
        throw new IllegalStateException(header.runId() + " is no fork");
    }

    /// What a run is told when a process takes it up: go on, or, for a branch from the very beginning, start.
    Command firstCommand(RunState state, Instant at) {
        return state.phase() == Phase.UNBORN ? start(state.header(), at) : new Command.Advance(at);
    }

    private Command.Start start(RunHeader header, Instant at) {
        Origin.Fork fork = fork(header);
        List<StoredEvent> first = log.events(fork.source(), 0, 1);
        if (first.isEmpty()
                || !(EventCodec.decode(fork.source(), first.getFirst()).whole()
                        instanceof RunFact.RunStarted started)) {
            throw new Refused(RefusalCode.INVALID_FROM_SEQ, fork.source() + " has no events to branch from");
        }
        return new Command.Start(
                at,
                overlaid(started.inputs(), fork.overlay(), "inputs", "variables"),
                overlaid(started.configurable(), fork.overlay(), "configurable"),
                fork.said(started.metadata()));
    }

    private static JsonObject overlaid(JsonObject original, JsonObject overlay, String... members) {
        Map<String, JsonValue> merged = new LinkedHashMap<>(original.members());
        for (String member : members) {
            overlay.object(member).ifPresent(changes -> merged.putAll(changes.members()));
        }
        return new JsonObject(merged);
    }
}

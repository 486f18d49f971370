package dev.waybill.runtime;

import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.ChildCount;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs that one caller sees. A run of another tenant is answered like one that never was, by every method.
///
/// It registers no process and writes nothing.
public final class RunReader implements RunReads {

    private final RunReads store;
    private final RunLoader loader;
    private final Caller caller;

    RunReader(RunReads store, RunLoader loader, Caller caller) {
        caller.require(Scope.RUNS_READ);
        this.store = store;
        this.loader = loader;
        this.caller = caller;
    }

    /// @throws dev.waybill.engine.decide.Refused when the caller may not read runs
    public static RunReader of(RunStore store, Caller caller) {
        return new RunReader(store, new RunLoader(store, new Definitions(store)), caller);
    }

    /// The run as the store has it now.
    ///
    /// @throws dev.waybill.engine.decide.Refused when there is no such run, or its events were pruned
    public RunState state(RunId run) {
        loader.requireSeen(caller, run);
        return loader.refresh(run).state();
    }

    /// The state of a run after so many events.
    public RunState fold(RunHeader header, long events) {
        return loader.fold(header, events);
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        return store.run(run).filter(this::isSeen);
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        return caller.everyTenant() || run(run).isPresent() ? store.events(run, from, limit) : List.of();
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        if (caller.everyTenant()) {
            return store.runs(query);
        }
        boolean foreign = query.tenant() != null && !caller.sees(query.tenant());
        return foreign ? List.of() : store.runs(query.ofTenant(caller.tenant()));
    }

    @Override
    public Map<RunId, StoredEvent> lastEvents(Collection<StoredRun> runs) {
        return store.lastEvents(runs.stream().filter(this::isSeen).toList());
    }

    @Override
    public Map<RunId, ChildCount> childCounts(@Nullable String tenant, Collection<RunId> parents) {
        if (caller.everyTenant()) {
            return store.childCounts(tenant, parents);
        }
        boolean foreign = tenant != null && !caller.sees(tenant);
        return foreign ? new LinkedHashMap<>() : store.childCounts(caller.tenant(), parents);
    }

    private boolean isSeen(StoredRun run) {
        return caller.sees(run.header().tenant());
    }
}

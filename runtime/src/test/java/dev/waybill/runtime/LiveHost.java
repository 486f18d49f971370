package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Until;
import dev.waybill.workflow.WorkflowDefinition;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/// A host as in production: its threads, its loop, the machine's clock. Only the store is in memory.
final class LiveHost implements AutoCloseable {

    final RunStore store = new ModelStore();
    final RunHost host;
    private final HostLoop loop;

    LiveHost(ActivityLimits limits, Activity... activities) {
        ExecutorService threads = HostLoop.threads();
        this.host = new RunHost(
                store,
                NodeTypes.core().and(List.of(activities)),
                Limits.DEFAULT,
                DefinitionSource.NONE,
                Notary.NONE,
                new HostSettings("test", ReceiptPolicy.OFF, ClaimScope.ALL, HostSettings.DEFAULT_LEASE, "1")
                        .with(limits),
                InstantSource.system(),
                new SecureRandom(),
                threads,
                Trouble.THROWN);
        this.loop = new HostLoop(host, threads, problem -> {
            throw problem;
        });
    }

    RunId start(WorkflowDefinition definition) {
        return host.start(TestHost.ACME, StartRequest.of(definition, JsonObject.EMPTY));
    }

    void awaitStatus(RunId run, RunStatus status) {
        await(run + " is " + status, () -> Status.of(state(run)) == status);
    }

    RunState state(RunId run) {
        return host.state(TestHost.ACME, run);
    }

    List<String> types(RunId run) {
        return store.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event))
                .map(event -> event.nodeId() == null ? event.type() : event.type() + " " + event.nodeId())
                .toList();
    }

    static void await(String what, BooleanSupplier condition) {
        Until.holds(what, condition::getAsBoolean);
    }

    @Override
    public void close() {
        loop.close();
    }
}

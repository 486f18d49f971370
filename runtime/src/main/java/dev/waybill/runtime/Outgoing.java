package dev.waybill.runtime;

import dev.waybill.engine.attest.CallerTrace;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.binding.Traceparents;
import dev.waybill.receipt.workflow.WorkflowId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a run's work takes along to other hosts.
final class Outgoing {

    private final RunStore store;
    private volatile @Nullable Supplier<HostSelf> self;

    Outgoing(RunStore store) {
        this.store = store;
    }

    void presentAs(Supplier<HostSelf> chosen) {
        self = chosen;
    }

    /// Names of receipts go along only where the receipts have them plainly, too.
    Carried of(RunState state, String nodeId) {
        RunHeader header = state.header();
        Supplier<HostSelf> known = self;
        Attempt attempt = state.node(nodeId).attempt();
        String trace = Traceparents.of(new WorkflowId(header.workflowId()), CallerTrace.of(header));
        if (known == null || attempt == null) {
            return new Carried(null, trace, null);
        }
        HostSelf host = known.get();
        boolean plain = header.receipts().issue() && !header.receipts().pseudonymous();
        RemoteRun here = new RemoteRun(
                host.hostId(),
                header.runId().value(),
                attempt.latest().id(),
                host.wellKnownUrl(),
                plain ? header.workflowId() : null,
                plain ? store.receiptHead(header.runId()).map(ReceiptHead::ref).orElse(null) : null);
        return new Carried(here, trace, header.receipts().pseudonymous() ? null : header.correlationId());
    }
}

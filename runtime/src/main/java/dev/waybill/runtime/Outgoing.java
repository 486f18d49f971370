package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.RunTrace;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.workflow.StepId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a run's work takes along to other hosts.
final class Outgoing {

    private static final int MOST_SUMMARIES = 100;

    private final RunStore store;
    private volatile @Nullable Supplier<HostSelf> self;
    private volatile JsonObject about = JsonObject.EMPTY;

    Outgoing(RunStore store) {
        this.store = store;
    }

    void presentAs(Supplier<HostSelf> chosen, JsonObject said) {
        self = chosen;
        about = said;
    }

    /// What a process says of itself, on top of what it has at work.
    JsonObject described(JsonObject atWork) {
        JsonObject.Builder all = JsonObject.builder();
        atWork.members().forEach(all::put);
        about.members().forEach(all::put);
        return all.build();
    }

    /// Names of receipts go along only where the receipts have them plainly, too.
    Carried of(RunState state, String nodeId) {
        RunHeader header = state.header();
        Supplier<HostSelf> known = self;
        Attempt attempt = state.node(nodeId).attempt();
        String trace = RunTrace.traceparent(header, new StepId(attempt == null ? state.rootStep() : attempt.stepId()));
        if (known == null || attempt == null) {
            return new Carried(null, trace, null);
        }
        Digest newest = isPlain(header)
                ? store.receiptHead(header.runId()).map(ReceiptHead::ref).orElse(null)
                : null;
        RemoteRun here = place(known.get(), header, attempt.latest().id(), newest);
        return new Carried(here, trace, header.receipts().pseudonymous() ? null : header.correlationId());
    }

    private static boolean isPlain(RunHeader header) {
        return header.receipts().issue() && !header.receipts().pseudonymous();
    }

    private static RemoteRun place(HostSelf host, RunHeader header, @Nullable String event, @Nullable Digest receipt) {
        return new RemoteRun(
                host.hostId(),
                header.runId().value(),
                event,
                host.wellKnownUrl(),
                isPlain(header) ? header.workflowId() : null,
                receipt);
    }

    /// What a host is told that handed work over to this run.
    Standing standing(RunState state) {
        RunHeader header = state.header();
        Supplier<HostSelf> known = self;
        if (!isPlain(header)) {
            return new Standing(known == null ? null : place(known.get(), header, latest(state), null), List.of());
        }
        List<StoredReceipt> receipts = new ArrayList<>(store.receipts(header.runId(), StoredReceipt.Kind.STEP, 0, 1));
        List<StoredReceipt> ends = store.receipts(header.runId(), StoredReceipt.Kind.SUMMARY, 0, MOST_SUMMARIES);
        if (!ends.isEmpty()) {
            receipts.add(ends.getLast());
        }
        Digest last = receipts.isEmpty() ? null : receipts.getLast().ref();
        return new Standing(
                known == null ? null : place(known.get(), header, latest(state), last),
                receipts.stream()
                        .map(receipt -> new String(receipt.bytes(), StandardCharsets.US_ASCII))
                        .toList());
    }

    private @Nullable String latest(RunState state) {
        RunId run = state.header().runId();
        return store.events(run, Math.max(0, state.head() - 1), 1).stream()
                .map(stored -> EventCodec.decode(run, stored).eventId())
                .findFirst()
                .orElse(null);
    }
}

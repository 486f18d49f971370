package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.CreationContext;
import dev.waybill.engine.attest.RelatedRun;
import dev.waybill.engine.attest.RelatedRuns;
import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.runtime.Notary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Signs with what a store knows: the receipts before, those of children, and those of the source of a fork.
public final class StoreNotary implements Notary, RelatedRuns {

    private static final int PAGE = 1_000;
    private static final int MOST_CHILDREN = 50;

    private final RunStore store;
    private final Sealer sealer;
    private final RunIssuers names;
    private final CommittedReceipts committed = new CommittedReceipts();

    public StoreNotary(RunStore store, Sealer sealer) {
        this.store = store;
        this.sealer = sealer;
        this.names = new RunIssuers(store);
    }

    @Override
    public List<StoredReceipt> creation(RunHeader header, JsonObject inputs, @Nullable Digest cause) {
        String name = header.origin() instanceof Origin.Child child ? names.of(child.parent()) : null;
        Optional<Sealer.Opening> opening = sealer.sealCreation(
                header,
                header.origin() instanceof Origin.Fork fork ? inputsOf(fork.source()) : inputs,
                context(header.origin(), cause),
                name);
        opening.ifPresent(it -> names.remember(header.runId(), it.issuer()));
        return opening.map(Sealer.Opening::receipts).orElse(List.of());
    }

    private @Nullable CreationContext context(Origin origin, @Nullable Digest cause) {
        return switch (origin) {
            case Origin.Start _ -> null;
            case Origin.Child _ -> cause == null ? null : CreationContext.handOver(cause);
            case Origin.Remote remote -> {
                Digest receipt = remote.parent().receipt();
                yield receipt == null ? null : CreationContext.handOver(receipt);
            }
            case Origin.Fork fork ->
                store.receiptHeadBefore(fork.source(), fork.sequence())
                        .map(CreationContext::prefix)
                        .orElse(null);
        };
    }

    private JsonObject inputsOf(RunId run) {
        for (StoredEvent first : store.events(run, 0, 1)) {
            if (EventCodec.decode(run, first).whole() instanceof RunFact.RunStarted started) {
                return started.inputs();
            }
        }
        return JsonObject.EMPTY;
    }

    @Override
    public List<StoredReceipt> sign(Decision decision, @Nullable ReceiptHead head, List<StoredReceipt> opening) {
        RunId run = decision.state().header().runId();
        ReceiptHead newest = head;
        for (StoredReceipt receipt : opening) {
            newest = new ReceiptHead(receipt.index() + 1, receipt.ref());
        }
        return sealer.seal(decision, newest, () -> refs(run, head, opening), this, names.of(run));
    }

    @Override
    public void committed(RunId run, List<StoredReceipt> receipts) {
        committed.add(run, receipts);
    }

    @Override
    public boolean hasKeyFor(RunHeader header) {
        String name = header.receipts().issue() ? names.of(header.runId()) : null;
        return name == null || sealer.knows(name);
    }

    @Override
    public String signsAs(Instant at) {
        return sealer.signsAs(at);
    }

    @Override
    public boolean knows(String name) {
        return sealer.knows(name);
    }

    private List<Digest> refs(RunId run, @Nullable ReceiptHead head, List<StoredReceipt> opening) {
        List<Digest> refs = new ArrayList<>();
        if (head != null) {
            refs.addAll(committed.steps(run, head).orElseGet(() -> read(run, head.count())));
        }
        opening.forEach(receipt -> refs.add(receipt.ref()));
        return refs;
    }

    /// Those that the decision knew of. Another process may have written more meanwhile; then this one's commit is
    /// lost, which is no reason to fail before it.
    private List<Digest> read(RunId run, long known) {
        List<Digest> refs = new ArrayList<>();
        List<StoredReceipt> page = page(run, 0, known);
        while (!page.isEmpty()) {
            page.forEach(receipt -> refs.add(receipt.ref()));
            page = page(run, refs.size(), known);
        }
        return refs;
    }

    private List<StoredReceipt> page(RunId run, long from, long end) {
        int most = (int) Math.min(PAGE, end - from);
        return most == 0 ? List.of() : store.receipts(run, StoredReceipt.Kind.STEP, from, most);
    }

    @Override
    public Optional<RelatedRun> find(RunId run) {
        ReceiptHead head = store.receiptHead(run).orElse(null);
        if (head == null) {
            return store.run(run).map(_ -> new RelatedRun(null, null));
        }
        return Optional.of(new RelatedRun(head, summary(run).orElse(null)));
    }

    @Override
    public Optional<Digest> summary(RunId run) {
        return committed
                .summary(run)
                .or(() -> store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, PAGE).stream()
                        .map(StoredReceipt::ref)
                        .reduce((_, later) -> later));
    }

    /// The newest ones, where there are very many: the receipts of earlier steps name those before them.
    @Override
    public List<Begun> begunInside(RunId run) {
        return store.runs(RunQuery.where().parent(run).guided().newest(MOST_CHILDREN)).stream()
                .filter(child -> Attestation.opens(child.header()))
                .map(child -> new Begun(
                        child.header().workflowId(),
                        summary(child.header().runId()).orElse(null)))
                .toList();
    }
}

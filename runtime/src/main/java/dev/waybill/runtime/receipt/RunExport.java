package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the bundle of a run: its receipts and its summary with the keys to check them, and those of the runs that
/// belong to it. Of a run that goes on, a summary of the present state is signed for the bundle and not kept.
public final class RunExport {

    private static final int PAGE = 500;

    private final RunStore store;
    private final RunReader runs;
    private final RunKeys issuers;
    private final Sealer sealer;
    private final RunIssuers names;

    /// @param caller whose runs can be exported
    public RunExport(RunStore store, Caller caller, ReceiptIssuers issuers) {
        this.store = store;
        this.runs = RunReader.of(store, caller);
        this.issuers = new RunKeys(issuers, store);
        this.sealer = new Sealer(this.issuers);
        this.names = new RunIssuers(store);
    }

    /// @param target where the bundle will stand; an existing file is replaced at the end
    /// @param now when a summary of an open run is signed
    /// @throws ExportRefused when there is no such run, or nothing was signed for it
    public BundleManifest write(RunId run, Path target, ExportOptions options, Instant now) throws IOException {
        List<StoredRun> all = related(signed(run), options);
        try (BundleWriter bundle = BundleWriter.create(target, BundleKind.FULL, keys(all))) {
            for (StoredRun each : all) {
                write(each, bundle, options.proofs(), now);
                if (options.events()) {
                    writeEvents(each.header(), bundle);
                }
            }
            return bundle.finish();
        }
    }

    /// The summary of a run as it stands: the one that was signed at its end, or of a run that goes on a new one.
    ///
    /// @throws ExportRefused when there is no such run, or nothing was signed for it
    public Receipt summary(RunId run, Instant now) throws IOException {
        StoredRun found = signed(run);
        Signed signed = signed(found, _ -> {});
        List<Receipt> summaries = summaries(found, signed, now);
        if (summaries.isEmpty()) {
            throw new ExportRefused("no_receipts", "nothing sums up %s: it was never signed for".formatted(run));
        }
        return summaries.getLast();
    }

    /// @throws ExportRefused when there is no such run, or nothing was signed for it
    public RunHeader header(RunId run) {
        return signed(run).header();
    }

    /// What was signed for a run, in commit order, and its summary, where there is one.
    ///
    /// @throws ExportRefused when there is no such run, or nothing was signed for it
    public void receipts(RunId run, Instant now, Consumer<Receipt> each) throws IOException {
        StoredRun found = signed(run);
        Signed signed = signed(found, each::accept);
        summaries(found, signed, now).forEach(each);
    }

    /// Whether the bundle of a run holds the key to check it. Without, its reader must get the key elsewhere.
    public boolean hasKeyOf(RunId run) {
        String name = signer(run);
        return name == null || issuers.publicKeys().issuers().contains(name);
    }

    private @Nullable String signer(RunId run) {
        String name = names.of(run);
        if (name != null) {
            issuers.learn(run, name);
        }
        return name;
    }

    /// The keys of those who signed for these runs, and no others: a bundle does not tell who else the host is.
    private KeySet keys(List<StoredRun> runs) {
        Set<String> signers = new LinkedHashSet<>();
        for (StoredRun run : runs) {
            String name = signer(run.header().runId());
            if (name != null) {
                signers.add(name);
            }
        }
        KeySet known = issuers.publicKeys();
        KeySet chosen = KeySet.empty();
        for (String name : known.issuers()) {
            if (signers.contains(name)) {
                chosen = chosen.and(
                        name,
                        known.all().stream()
                                .filter(key -> known.candidates(name, key.kid()).contains(key))
                                .distinct()
                                .toList());
            }
        }
        return chosen;
    }

    private static String why(StoredRun run) {
        if (!run.header().receipts().issue()) {
            return "nothing is signed for %s: receipts are switched off for its workflow"
                    .formatted(run.header().runId());
        }
        return "nothing is signed for %s yet: a replay signs when it has ended"
                .formatted(run.header().runId());
    }

    private List<StoredRun> related(StoredRun first, ExportOptions options) {
        List<StoredRun> found = new ArrayList<>();
        Set<RunId> seen = new LinkedHashSet<>();
        ArrayDeque<StoredRun> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            StoredRun run = open.remove();
            if (seen.add(run.header().runId())) {
                found.add(run);
                if (options.children()) {
                    open.addAll(children(run.header().runId()));
                }
                if (options.sources() && run.header().origin() instanceof Origin.Fork fork) {
                    runs.run(fork.source()).ifPresent(open::add);
                }
            }
        }
        return found;
    }

    private List<StoredRun> children(RunId parent) {
        List<StoredRun> children = new ArrayList<>();
        RunId before = null;
        List<StoredRun> page;
        do {
            page = runs.runs(RunQuery.where().parent(parent).before(before).newest(PAGE));
            children.addAll(page);
            before = page.isEmpty() ? null : page.getLast().header().runId();
        } while (page.size() == PAGE);
        return children;
    }

    private StoredRun signed(RunId run) {
        StoredRun found = runs.run(run)
                .orElseThrow(() -> new ExportRefused("run_not_found", "no run is called " + run + " here"));
        if (store.receiptHead(run).isEmpty()) {
            throw new ExportRefused("no_receipts", why(found));
        }
        return found;
    }

    private void write(StoredRun run, BundleWriter bundle, boolean proofs, Instant now) throws IOException {
        WithheldParents withheld = WithheldParents.of(
                run.header(), store, runs, issuers, names.of(run.header().runId()));
        Signed signed = signed(run, receipt -> bundle.add(withheld.presented(receipt)));
        for (Receipt summary : summaries(run, signed, now)) {
            bundle.add(summary);
        }
        if (proofs && !signed.committed().isEmpty()) {
            prove(bundle, signed.committed());
        }
    }

    /// What was signed for a run's steps, in commit order, and who acted.
    private record Signed(List<Digest> committed, List<String> agents) {}

    private interface Target {
        void take(Receipt receipt) throws IOException;
    }

    private Signed signed(StoredRun run, Target target) throws IOException {
        RunId id = run.header().runId();
        List<Digest> committed = new ArrayList<>();
        Set<String> agents = new LinkedHashSet<>();
        List<StoredReceipt> page = store.receipts(id, StoredReceipt.Kind.STEP, 0, PAGE);
        while (!page.isEmpty()) {
            for (StoredReceipt stored : page) {
                Receipt receipt = Receipt.decode(stored.bytes());
                target.take(receipt);
                committed.add(receipt.ref());
                agents.add(agent(receipt));
            }
            page = store.receipts(id, StoredReceipt.Kind.STEP, committed.size(), PAGE);
        }
        return new Signed(committed, List.copyOf(agents));
    }

    private void writeEvents(RunHeader header, BundleWriter bundle) throws IOException {
        RunId run = header.runId();
        long next = 0;
        for (List<StoredEvent> page = store.events(run, next, PAGE);
                !page.isEmpty();
                page = store.events(run, next, PAGE)) {
            for (StoredEvent event : page) {
                bundle.event(EventCodec.toRecord(header, EventCodec.decode(run, event)));
                next++;
            }
        }
    }

    private static String agent(Receipt receipt) {
        WorkflowContext context = receipt.workflow();
        return context == null || context.orchestratorId() == null ? "" : context.orchestratorId();
    }

    private List<Receipt> summaries(StoredRun run, Signed signed, Instant now) {
        if (signed.committed().isEmpty()) {
            return List.of();
        }
        RunId id = run.header().runId();
        List<StoredReceipt> kept = store.receipts(id, StoredReceipt.Kind.SUMMARY, 0, PAGE);
        if (kept.isEmpty() && !run.projection().status().isTerminal()) {
            return List.of(sealer.openSummary(run.header(), signed.committed(), signed.agents(), now, names.of(id)));
        }
        return kept.stream().map(each -> Receipt.decode(each.bytes())).toList();
    }

    private static void prove(BundleWriter bundle, List<Digest> committed) throws IOException {
        SortedReceiptSet set = SortedReceiptSet.of(committed);
        for (Digest receipt : committed) {
            bundle.prove(receipt, set.prove(receipt));
        }
    }
}

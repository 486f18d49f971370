package dev.waybill.runtime.receipt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.Bodies;
import dev.waybill.engine.attest.Salted;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.runtime.RunReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds what stands behind the salted digests of a run's receipts. Contents come from the log and salts from the run's
/// seed, so it takes the store; checking takes the receipts alone.
public final class RunDisclosures {

    private static final int PAGE = 500;
    private static final String RUN = "run";

    private final RunStore store;
    private final RunHeader header;
    private final RunState begin;
    private final Map<Long, List<Receipt>> receipts = new LinkedHashMap<>();
    private final List<Disclosure> found = new ArrayList<>();

    private RunDisclosures(RunStore store, RunState begin) {
        this.store = store;
        this.begin = begin;
        this.header = begin.header();
    }

    /// Everything that the receipts of a run bind, in the order of the log.
    public static List<Disclosure> of(RunStore store, RunReader runs, RunId run) {
        RunHeader header = runs.state(run).header();
        RunDisclosures disclosures = new RunDisclosures(store, runs.fold(header, 0));
        disclosures.readReceipts(StoredReceipt.Kind.STEP);
        disclosures.readReceipts(StoredReceipt.Kind.SUMMARY);
        disclosures.creation();
        disclosures.walk();
        return disclosures.found;
    }

    private void readReceipts(StoredReceipt.Kind kind) {
        long next = 0;
        for (List<StoredReceipt> page = store.receipts(header.runId(), kind, next, PAGE);
                !page.isEmpty();
                page = store.receipts(header.runId(), kind, next, PAGE)) {
            for (StoredReceipt stored : page) {
                receipts.computeIfAbsent(stored.sequence(), _ -> new ArrayList<>())
                        .add(Receipt.decode(stored.bytes()));
                next = stored.index() + 1;
            }
        }
    }

    private void creation() {
        JsonObject inputs = inputs();
        if (inputs != null) {
            take(StoredReceipt.CREATION, RUN, Bodies.ofCreation(header, inputs));
        }
    }

    /// A fork is signed for with the inputs of its source, even where it begins with others.
    private @Nullable JsonObject inputs() {
        RunId first = header.origin() instanceof Origin.Fork fork ? fork.source() : header.runId();
        for (StoredEvent stored : store.events(first, 0, 1)) {
            if (EventCodec.decode(first, stored).fact() instanceof RunFact.RunStarted started) {
                return started.inputs();
            }
        }
        return null;
    }

    private void walk() {
        RunState state = begin;
        for (List<StoredEvent> page = store.events(header.runId(), 0, PAGE);
                !page.isEmpty();
                page = store.events(header.runId(), state.head(), PAGE)) {
            for (StoredEvent stored : page) {
                Event event = EventCodec.decode(header.runId(), stored);
                if (receipts.containsKey(event.sequence())) {
                    String node = event.fact().nodeId();
                    take(event.sequence(), node == null ? RUN : node, Bodies.of(state, event));
                }
                state = Fold.evolve(state, event);
            }
        }
    }

    private void take(long sequence, String what, Map<Salted, JsonValue> bodies) {
        for (Receipt receipt : receipts.getOrDefault(sequence, List.of())) {
            bodies.forEach((salted, content) -> {
                boolean sums = receipt.summary() != null && salted == Salted.OUTPUT;
                String member = sums ? Disclosure.FINAL_RESULT : salted.member();
                Disclosure.signed(receipt, member)
                        .ifPresent(digest -> found.add(new Disclosure(
                                receipt.ref(),
                                what,
                                member,
                                digest,
                                Base64Url.encode(salted.salt(header, sequence)),
                                content)));
            });
        }
    }
}

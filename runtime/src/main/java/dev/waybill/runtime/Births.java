package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Projections;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.deliver.Deliveries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The one way in which runs come into being, whoever asks: header, first events, root receipt and whatever goes
/// beside them become true in one transaction.
final class Births {

    static final long FIRST_EPOCH = 1;

    private static final int PATIENCE = 10;

    private final EventLog log;
    private final RunLoader loader;
    private final Notary notary;
    private final Deliveries deliveries;
    private final CommitWatch watch;

    /// @param deliveries what first decisions hand to the outside
    Births(EventLog log, RunLoader loader, Notary notary, Deliveries deliveries, CommitWatch watch) {
        this.log = log;
        this.loader = loader;
        this.notary = notary;
        this.deliveries = deliveries;
        this.watch = watch;
    }

    /// A run that is about to be.
    ///
    /// @param inputs what its root receipt binds
    /// @param cause the receipt that led to it
    /// @param copied events of its source, where too many stretches are shared to read around all corners
    /// @param first what it decides at once; null for a fork that decides when somebody takes it up
    /// @param standing where it stands then
    /// @param worker who works on it; null for a guided run, which nobody owns
    record Newborn(
            RunHeader header,
            JsonObject inputs,
            @Nullable Digest cause,
            List<StoredEvent> copied,
            @Nullable Decision first,
            Projection standing,
            @Nullable ProcessId worker) {

        /// A run that decides something at its birth.
        static Newborn of(Decision first, JsonObject inputs, @Nullable Digest cause, @Nullable ProcessId worker) {
            return new Newborn(
                    first.state().header(), inputs, cause, List.of(), first, Projections.of(first.state()), worker);
        }

        Newborn with(List<StoredEvent> prefix) {
            return new Newborn(header, inputs, cause, prefix, first, standing, worker);
        }
    }

    /// Creates a run; it is durable when this returns.
    ///
    /// @param blobs the definitions that it pins
    /// @param beside made once everything is signed for, from its receipts
    /// @throws Answered when the call that is remembered beside it was answered before
    void bring(Newborn newborn, List<Blob> blobs, Function<List<StoredReceipt>, Beside> beside) {
        bring(newborn, blobs, List.of(), beside);
    }

    /// @param latches what moves with it
    /// @throws LatchMoved when somebody else moved one of them first
    void bring(Newborn newborn, List<Blob> blobs, List<Latch> latches, Function<List<StoredReceipt>, Beside> beside) {
        Append append = append(newborn);
        Beside also = beside.apply(append.receipts());
        Transaction transaction = new Transaction(
                List.of(append),
                blobs,
                deliveries(newborn.first()),
                also.call(),
                also.places(),
                List.of(),
                List.of(),
                latches);
        long began = System.nanoTime();
        switch (commit(transaction)) {
            case Commit.Done _ -> {
                notary.committed(append.run(), append.receipts());
                remember(newborn, append);
                if (newborn.first() != null) {
                    watch.committed(newborn.first(), Duration.ofNanos(System.nanoTime() - began));
                }
            }
            case Commit.Answered answered -> throw new Answered(answered.earlier());
            case Commit.Latched latched -> throw new LatchMoved(latched.key().name() + " was moved by somebody else");
            case Commit.Lost _, Commit.Fenced _ ->
                throw new IllegalStateException("a fresh run id was taken: " + append.run());
        }
    }

    private List<OutboxItem> deliveries(@Nullable Decision first) {
        return first == null ? List.of() : deliveries.of(first);
    }

    /// A child, for the transaction in which its parent confirms the hand-over. One that ends at once wakes nobody:
    /// its parent's owner, who writes this, looks at it next, and a successor of a dead owner looks anyway.
    Beside child(Newborn newborn, List<Blob> blobs) {
        return Beside.of(append(newborn).wakingNobody(), newborn.first(), blobs, deliveries(newborn.first()));
    }

    private void remember(Newborn newborn, Append append) {
        if (newborn.first() != null) {
            loader.remember(
                    append.run(), new Loaded(newborn.first().state(), ReceiptHead.after(null, append.receipts())));
        }
    }

    /// The append that creates a run, for the transaction of somebody else: a child comes with its parent's
    /// hand-over.
    Append append(Newborn newborn) {
        Decision first = newborn.first();
        ProcessId worker = newborn.worker();
        List<StoredReceipt> opening = notary.creation(newborn.header(), newborn.inputs(), newborn.cause());
        List<StoredReceipt> receipts = new ArrayList<>(opening);
        List<StoredEvent> events = new ArrayList<>(newborn.copied());
        Fence fence = worker == null ? Fence.HEAD_ONLY : new Fence.Owned(worker, FIRST_EPOCH);
        RunId wakes = null;
        if (first != null) {
            receipts.addAll(notary.sign(first, null, opening));
            first.events().forEach(event -> events.add(EventCodec.encode(event)));
            wakes = Turns.wakes(first.state(), fence, newborn.standing());
        }
        boolean rests = worker != null && first != null && !newborn.standing().ready();
        return new Append(
                newborn.header().runId(),
                newborn.header(),
                newborn.header().prefixLength(),
                fence,
                events,
                receipts,
                newborn.standing(),
                rests,
                worker,
                wakes);
    }

    /// Whether it became true can be found out by sending it again: the run's id is its own, so that the second one
    /// does nothing.
    private Commit commit(Transaction transaction) {
        RunId born = transaction.appends().getFirst().run();
        boolean unsure = false;
        for (int attempt = 1; ; attempt++) {
            try {
                Commit commit = log.commit(transaction);
                boolean wasThere =
                        unsure && commit instanceof Commit.Lost(var run, var head) && head >= 0 && run.equals(born);
                return wasThere ? Commit.DONE : commit;
            } catch (StoreException e) {
                unsure |= e.isAmbiguous();
                if (!unsure || attempt == PATIENCE) {
                    throw e;
                }
            }
        }
    }
}

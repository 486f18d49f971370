package dev.waybill.runtime.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.CreationContext;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.RelatedRuns;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.record.SummaryDraft;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.runtime.KeyLost;
import dev.waybill.runtime.SealingFailed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Signs what the engine attests. The same decision gives the same receipts, byte for byte: names and times
/// follow from the run's seed and its events, and Ed25519 signatures from those.
public final class Sealer {

    private static final String OPEN_SUMMARY = "open-summary";
    private static final String ORIGIN = "waybill/runtime";

    private final ReceiptIssuers issuers;

    public Sealer(ReceiptIssuers issuers) {
        this.issuers = issuers;
    }

    /// The receipt that opens a run.
    ///
    /// @param issuer who signed it, and goes on signing for the run
    record Opening(String issuer, List<StoredReceipt> receipts) {}

    /// The receipt that opens a run; nothing where nothing is signed for it.
    ///
    /// @param inputs what the run begins with; of a fork, what its source began with
    /// @param context the receipt that led to the run; null when somebody started it
    /// @param name the issuer to sign as; null for this host's own
    /// @throws SealingFailed when it cannot be signed
    /// @throws KeyLost when there is no key
    Optional<Opening> sealCreation(
            RunHeader header, JsonObject inputs, @Nullable CreationContext context, @Nullable String name) {
        if (!Attestation.opens(header)) {
            return Optional.empty();
        }
        ReceiptIssuer issuer = issuer(header, name, header.createdAt());
        Chain chain = new Chain(header.runId(), issuer, null, List::of);
        guarded(
                header,
                StoredReceipt.CREATION,
                () -> attestation(header, issuer)
                        .creation(header, inputs, context)
                        .ifPresent(chain::seal));
        return Optional.of(new Opening(issuer.issuer(), chain.sealed()));
    }

    /// Whose name new runs are signed with; it is the same for all tenants.
    ///
    /// @throws KeyLost when there is no key to sign with at that time
    String signsAs(Instant at) {
        return issuers.issuer("", Wire.V0_1, at).issuer();
    }

    boolean knows(String name) {
        return issuers.knows(name);
    }

    /// The receipts of a decision, to be committed with its events.
    ///
    /// @param head the run's newest step receipt; null while there is none
    /// @param earlier all step receipts up to the head, in commit order
    /// @param name the issuer of the receipts before; null where there are none
    /// @throws SealingFailed when an event cannot be signed for
    /// @throws KeyLost when there is no key
    public List<StoredReceipt> seal(
            Decision decision,
            @Nullable ReceiptHead head,
            Supplier<List<Digest>> earlier,
            RelatedRuns related,
            @Nullable String name) {
        RunHeader header = decision.state().header();
        if (!header.receipts().issue()) {
            return List.of();
        }
        if (head == null && Attestation.opens(header)) {
            throw new IllegalArgumentException("the creation of " + header.runId() + " was not signed for");
        }
        if (!needsReceipts(decision)) {
            // A run can be paused without a key.
            return List.of();
        }
        // One key for the whole decision, whatever is rotated meanwhile: all its events have the same time.
        ReceiptIssuer issuer = issuer(header, name, decision.events().getLast().timestamp());
        Attestation attestation = attestation(header, issuer);
        Chain chain = new Chain(header.runId(), issuer, head, earlier);
        for (int i = 0; i < decision.events().size(); i++) {
            Event event = decision.events().get(i);
            RunState before = decision.before(i);
            RunState after = after(decision, i);
            guarded(
                    header,
                    event.sequence(),
                    () -> attestation.of(before, event, after, related).forEach(chain::seal));
        }
        return chain.sealed();
    }

    private static boolean needsReceipts(Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            if (Attestation.requires(after(decision, i), decision.events().get(i))) {
                return true;
            }
        }
        return false;
    }

    /// What cannot be written or signed is refused by many hands; to a run it is one thing.
    private static void guarded(RunHeader header, long sequence, Runnable sealing) {
        try {
            sealing.run();
        } catch (Rejected | IllegalArgumentException e) {
            throw new SealingFailed(header.runId(), sequence, e);
        }
    }

    /// The summary of a run that goes on.
    ///
    /// @param agents who acted so far
    /// @param name the issuer of its receipts
    Receipt openSummary(
            RunHeader header, List<Digest> committed, List<String> agents, Instant now, @Nullable String name) {
        ReceiptIssuer issuer = issuer(header, name, now);
        Identities identities = identities(header, issuer);
        byte[] chance = header.seed().derive(OPEN_SUMMARY, committed.size(), 0);
        return new SummaryDraft(
                        identities.workflow(header),
                        WorkflowStatus.IN_PROGRESS,
                        header.createdAt(),
                        now,
                        identities.orchestrator(header),
                        agents,
                        null,
                        null,
                        StepClaim.carrying(header, RunEnvelope.of(header, ORIGIN, null, false)))
                .sign(issuer, UuidV7Factory.of(now, chance).toString(), committed);
    }

    private static RunState after(Decision decision, int index) {
        return index + 1 < decision.events().size() ? decision.before(index + 1) : decision.state();
    }

    private ReceiptIssuer issuer(RunHeader header, @Nullable String name, Instant at) {
        Wire wire = Wire.ofLabel(header.receipts().wire()).orElseThrow();
        return name == null
                ? issuers.issuer(header.tenant(), wire, at)
                : issuers.issuer(header.tenant(), wire, name, at);
    }

    private Identities identities(RunHeader header, ReceiptIssuer issuer) {
        return new Identities(issuers.ids(header.tenant()), issuer.issuer());
    }

    private Attestation attestation(RunHeader header, ReceiptIssuer issuer) {
        return new Attestation(identities(header, issuer));
    }
}

package dev.waybill.runtime.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.Claim;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.RelatedRun;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.Receipt;
import dev.waybill.runtime.RunReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The parents that the receipts of a redactable run withhold, told again for an export. Nothing of it is stored: who
/// follows whom comes from the log, the salt from the run's secret.
final class WithheldParents {

    private static final int PAGE = 500;

    private final RunHeader header;
    private final RunStore store;
    private final Attestation attestation;
    private final Map<String, String> disclosureOf = new HashMap<>();

    private WithheldParents(RunHeader header, RunStore store, Attestation attestation) {
        this.header = header;
        this.store = store;
        this.attestation = attestation;
    }

    /// @param signer the issuer of the run's receipts
    static WithheldParents of(
            RunHeader header, RunStore store, RunReader runs, ReceiptIssuers issuers, @Nullable String signer) {
        Identities identities = new Identities(issuers.ids(header.tenant()), Objects.requireNonNullElse(signer, ""));
        WithheldParents withheld = new WithheldParents(header, store, new Attestation(identities));
        if (header.receipts().redactable()) {
            withheld.attestation.creation(header, JsonObject.EMPTY, null).ifPresent(withheld::take);
            withheld.walk(runs.fold(header, header.prefixLength()));
        }
        return withheld;
    }

    private void walk(RunState begin) {
        RunState state = begin;
        for (var page = store.events(header.runId(), state.head(), PAGE);
                !page.isEmpty();
                page = store.events(header.runId(), state.head(), PAGE)) {
            for (StoredEvent stored : page) {
                Event event = EventCodec.decode(header.runId(), stored);
                RunState after = Fold.evolve(state, event);
                attestation
                        .of(
                                state,
                                event,
                                after,
                                run -> store.run(run)
                                        .map(_ -> new RelatedRun(
                                                store.receiptHead(run).orElse(null), null)))
                        .forEach(this::take);
                state = after;
            }
        }
    }

    private void take(Claim claim) {
        if (claim instanceof StepClaim step && step.disclosure() != null) {
            disclosureOf.put(step.receiptId(), step.disclosure());
        }
    }

    /// The receipt as it is handed over, with what it withholds behind it.
    byte[] presented(Receipt receipt) {
        String disclosure = disclosureOf.get(receipt.id());
        String text = disclosure == null ? receipt.compact() : receipt.compact() + "~" + disclosure + "~";
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

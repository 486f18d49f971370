package dev.waybill.runtime.receipt;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.receipt.privacy.TenantIds;
import java.time.Instant;
import java.util.List;

/// A host's keys, also under the names that runs say they were signed under: whoever brings the key and not the name
/// is recognised by the signature.
final class RunKeys implements ReceiptIssuers {

    private final ReceiptIssuers own;
    private final ReceiptLog log;
    private KeySet learned = KeySet.empty();

    RunKeys(ReceiptIssuers own, ReceiptLog log) {
        this.own = own;
        this.log = log;
    }

    /// Looks whose signature the first receipt of a run bears.
    ///
    /// @param name who the run's receipts say signed them
    void learn(RunId run, String name) {
        List<StoredReceipt> first = log.receipts(run, StoredReceipt.Kind.STEP, 0, 1);
        if (first.isEmpty() || publicKeys().issuers().contains(name)) {
            return;
        }
        CompactJws jws = CompactJws.split(first.getFirst().bytes());
        List<VerificationKey> signers = own.publicKeys().all().stream()
                .filter(key -> key.verify(jws.compact(), jws.signingInputLength(), jws.signature()))
                .toList();
        learned = signers.isEmpty() ? learned : learned.and(name, signers);
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, Instant at) {
        return own.issuer(tenant, wire, at);
    }

    @Override
    public ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at) {
        SigningKey current = own.issuer(tenant, wire, at).key();
        return learned.issuers().contains(name)
                        && learned.candidates(name, current.kid()).contains(current.verificationKey())
                ? new ReceiptIssuer(current, wire, name)
                : own.issuer(tenant, wire, name, at);
    }

    @Override
    public boolean knows(String name) {
        return own.knows(name) || learned.issuers().contains(name);
    }

    @Override
    public TenantIds ids(String tenant) {
        return own.ids(tenant);
    }

    @Override
    public KeySet publicKeys() {
        return own.publicKeys().and(learned);
    }
}

package dev.waybill.runtime.receipt;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.KeyLost;

/// Who signs for a tenant. Keys are found when a process starts; one that is lost later stops signing, and with it
/// the runs that need it.
public interface ReceiptIssuers {

    /// Who signs for a new run.
    ///
    /// @throws KeyLost when there is no key to sign with any more
    ReceiptIssuer issuer(String tenant, Wire wire);

    /// Who goes on signing for a run: one run is signed for by one issuer, whichever process goes on with it.
    ///
    /// @param name the issuer of the run's receipts so far
    /// @throws KeyLost when there is no key to sign with under that name
    ReceiptIssuer issuer(String tenant, Wire wire, String name);

    /// Whether a name is one of this process's own, be its key lost or not.
    default boolean knows(String name) {
        return true;
    }

    /// What the names in pseudonymous receipts of a tenant follow from.
    TenantIds ids(String tenant);

    /// The public keys of all issuers, retired ones too.
    KeySet publicKeys();
}

package dev.waybill.runtime.receipt;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.KeyLost;
import java.time.Instant;

/// Who signs for a tenant. A key signs only inside its time, and a rotation counts from the next signature on,
/// whichever process made it. A key that is lost stops signing, and with it the runs that need it.
public interface ReceiptIssuers {

    /// Who signs for a new run.
    ///
    /// @param at the time that the receipt will say
    /// @throws KeyLost when there is no key to sign with at that time
    ReceiptIssuer issuer(String tenant, Wire wire, Instant at);

    /// Who goes on signing for a run: one run is signed for by one issuer, whichever process goes on with it.
    ///
    /// @param name the issuer of the run's receipts so far
    /// @param at the time that the receipt will say
    /// @throws KeyLost when there is no key to sign with under that name at that time
    ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at);

    /// Whether a name is one of this process's own, be its key lost or not.
    default boolean knows(String name) {
        return true;
    }

    /// What the names in pseudonymous receipts of a tenant follow from.
    TenantIds ids(String tenant);

    /// The public keys of all issuers, retired ones too.
    KeySet publicKeys();
}

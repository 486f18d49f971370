package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.VerificationKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to "does this receipt hold?".
public sealed interface ReceiptCheck {

    /// The name of the text that was judged, valid or not.
    Digest ref();

    /// It holds: signed by this key, with remarks that do not change the answer.
    record Valid(Receipt receipt, VerificationKey key, List<Warning> warnings) implements ReceiptCheck {
        @Override
        public Digest ref() {
            return receipt.ref();
        }
    }

    /// It does not hold, for the first reason in the order of the specification.
    ///
    /// @param wire the wire that its header names, where that could be read
    record Invalid(
            Code code,
            String pointer,
            String message,
            @Nullable Wire wire,
            Digest ref) implements ReceiptCheck {}
}
